import { distanceM } from '../geo.ts';
import type { Track } from './positions.ts';
import { createLineFit, createReach } from './reach.ts';
import type { TelemetrySettings } from './settings.ts';

/** How many of the next fixes may vouch for one: a jump is seldom longer. */
const vouchers = 3;

/**
 * Jumps out of reach, judged against the last believed fix. If `rejoinFixes` in a row contradict it but agree with each
 * other, they are believed instead, and a believed run shorter than that becomes the jump: one bad fix at the start
 * must not condemn the rest. A run jumped to and back from, as when a jammer fakes another place, is a jump as a whole
 * when it is shorter than the run before it, or, far away, than what comes before and after it.
 */
const outOfReach = (
  ordered: Uint32Array,
  reach: ReturnType<typeof createReach>,
  isFar: (a: number, b: number) => boolean,
  rejoinFixes: number,
): Uint8Array => {
  const jumps = new Uint8Array(ordered.length);
  let believed = -1;
  let runStart = 0;
  let runFixes = 0;
  let priorLast = -1;
  let priorFixes = 0;
  let doubtful = -1;
  let doubtfulStart = -1;
  let doubtfulFixes = 0;
  const reaches = (a: number, b: number): boolean => reach(ordered[a]!, ordered[b]!);

  for (let n = 0; n < ordered.length; n++) {
    if (believed < 0 || reaches(believed, n)) {
      if (doubtful >= 0) jumps.fill(1, doubtfulStart, n);
      doubtful = -1;
      believed = n;
      runFixes++;
      continue;
    }
    if (doubtful < 0 || !reaches(doubtful, n)) {
      if (doubtful >= 0) jumps.fill(1, doubtfulStart, n);
      doubtfulStart = n;
      doubtfulFixes = 0;
    }
    doubtful = n;
    doubtfulFixes++;
    if (doubtfulFixes < rejoinFixes) continue;
    // Another country is left for good by nobody: what comes after counts for the place it returns to as well.
    const abroad = priorLast >= 0 && isFar(ordered[priorLast]!, ordered[runStart]!);
    const around = priorFixes + (abroad ? ordered.length - doubtfulStart : 0);
    const detour = priorLast >= 0 && runFixes < around && reaches(priorLast, doubtfulStart);
    const wrong = detour || runFixes < rejoinFixes;
    if (wrong) jumps.fill(1, runStart, doubtfulStart);
    if (!wrong) {
      priorLast = believed;
      priorFixes = runFixes;
    }
    runFixes = doubtfulFixes + (detour ? priorFixes : 0);
    runStart = doubtfulStart;
    believed = n;
    doubtful = -1;
  }
  if (doubtful >= 0) jumps.fill(1, doubtfulStart);
  return jumps;
};

/** Fixes of a connected run that leave the line between the last believed one and each of the next few. */
const offTheLine = (run: readonly number[], fits: ReturnType<typeof createLineFit>): number[] => {
  const off: number[] = [];
  let prior = -1;
  let last = run[0]!;
  let from = 1;
  // The first one has no line of its own: it is off where the second does not fit with it, but fits without it.
  if (run.length > 3 && !fits(run[0]!, run[1]!, run[2]!) && fits(run[1]!, run[2]!, run[3]!)) {
    off.push(run[0]!);
    last = run[1]!;
    from = 2;
  }
  for (let k = from; k < run.length; k++) {
    const here = run[k]!;
    const to = Math.min(run.length, k + 1 + vouchers);
    const next = to - k - 1;
    // Too near the end to ask enough of the next: the line may as well run on to it.
    let fit = next < vouchers && (prior < 0 ? next === 0 : fits(prior, last, here));
    for (let n = k + 1; n < to && !fit; n++) fit = fits(last, here, run[n]!);
    if (!fit) {
      off.push(here);
      continue;
    }
    prior = last;
    last = here;
  }
  return off;
};

/** Indexes of fixes no car can have been at; `ordered`: the track's fixes to judge, by rising time. */
export const markJumps = (track: Track, ordered: Uint32Array, settings: TelemetrySettings): number[] => {
  const reach = createReach(track, settings);
  const fits = createLineFit(track, settings);
  const { latitude, longitude } = track;
  const farM = (settings.maximumSpeedKmh / 3600) * settings.tripEndMs;
  const isFar = (a: number, b: number): boolean =>
    distanceM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!) > farM;
  const far = outOfReach(ordered, reach, isFar, settings.rejoinFixes);
  const marked: number[] = [];
  let run: number[] = [];
  for (let n = 0; n < ordered.length; n++) {
    const i = ordered[n]!;
    if (far[n] === 1) {
      marked.push(i);
      continue;
    }
    // Nobody can say which side of a jump that is never taken back is right: no line is drawn across it.
    if (run.length > 0 && !reach(run[run.length - 1]!, i)) {
      marked.push(...offTheLine(run, fits));
      run = [];
    }
    run.push(i);
  }
  if (run.length > 0) marked.push(...offTheLine(run, fits));
  return marked;
};

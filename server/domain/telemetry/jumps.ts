import { degreeLengths } from '../../../src/schema/kinds/wgs84.ts';
import { distanceM } from '../geo.ts';
import type { Track } from './positions.ts';
import { createLineFit, createReach } from './reach.ts';
import type { TelemetrySettings } from './settings.ts';

/** Number of later fixes that are tried to confirm a fix. A jump is seldom longer. */
const vouchers = 3;

/**
 * Run of fixes, each of which a car can reach from the one before. `first`, `last`: positions among the ordered fixes.
 * `fixes`: number of believed fixes.
 */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly fixes: number;
}

/** Maximum number of places in a detour. A jammer seldom changes the place that it fakes. */
const mostPlaces = 4;

/**
 * Returns a function that tests for a detour: false positions after which the track returns. The jumps from `prior`
 * over the runs between to the fix `back` cancel out. The drive continues as if the runs between did not exist.
 * Jumps that add up are no detour. A receiver that froze twice makes such jumps, and the way between was really driven.
 * A drive there and back is no detour either. There the receiver's error turns with the car, so the jumps may cancel
 * out.
 */
const createDetour =
  (
    { latitude, longitude }: Track,
    ordered: Uint32Array,
    { reaches, isFar }: { reaches: (a: number, b: number) => boolean; isFar: (a: number, b: number) => boolean },
    { driftRadiusM }: TelemetrySettings,
  ) =>
  (prior: Run, between: readonly Run[], { first: back, last }: Pick<Run, 'first' | 'last'>): boolean => {
    if (!reaches(prior.last, back)) return false;
    if (between.every(({ first }) => isFar(ordered[prior.last]!, ordered[first]!))) return true;
    const { northM, eastM } = degreeLengths(latitude[ordered[prior.last]!]!);
    const way = (from: number, to: number): readonly [number, number] => [
      (latitude[ordered[to]!]! - latitude[ordered[from]!]!) * northM,
      (longitude[ordered[to]!]! - longitude[ordered[from]!]!) * eastM,
    ];
    const heading = (from: number, to: number): readonly [number, number] | null => {
      for (let n = from + 1; n <= to; n++) {
        const [north, east] = way(from, n);
        const metres = Math.hypot(north, east);
        if (metres > driftRadiusM) return [north / metres, east / metres];
      }
      return null;
    };
    const runs = [prior, ...between];
    const jumps = runs.map((run, k) => way(run.last, runs[k + 1]?.first ?? back));
    const sizes = jumps.map(([north, east]) => Math.hypot(north, east));
    const restM = Math.hypot(
      jumps.reduce((sum, [north]) => sum + north, 0),
      jumps.reduce((sum, [, east]) => sum + east, 0),
    );
    if (restM * 2 > Math.min(sizes[0]!, sizes[sizes.length - 1]!)) return false;
    const out = heading(between[0]!.first, between[0]!.last);
    const home = heading(back, last);
    return !(out && home && out[0] * home[0] + out[1] * home[1] < -0.5);
  };

/**
 * Marks fixes that no car can reach from the last believed fix.
 * If `rejoinFixes` fixes in a row contradict the last believed fix but agree with each other, they are believed. If the
 * run believed before is shorter than that, its fixes are marked instead. So one bad fix at the start does not condemn
 * the rest.
 * All fixes of a detour (`createDetour`), such as a place faked by a jammer, are marked. A detour must have fewer fixes
 * than the run before it. If it is far away, the fixes after it count for the run before too.
 */
const outOfReach = (
  track: Track,
  ordered: Uint32Array,
  reach: ReturnType<typeof createReach>,
  settings: TelemetrySettings,
): Uint8Array => {
  const { latitude, longitude } = track;
  const { rejoinFixes } = settings;
  const farM = (settings.maximumSpeedKmh / 3600) * settings.tripEndMs;
  const isFar = (a: number, b: number): boolean =>
    distanceM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!) > farM;
  const reaches = (a: number, b: number): boolean => reach(ordered[a]!, ordered[b]!);
  const isDetour = createDetour(track, ordered, { reaches, isFar }, settings);
  const jumps = new Uint8Array(ordered.length);
  /** Believed runs before the present one, the latest last. */
  const priors: Run[] = [];
  let run: Run = { first: 0, last: -1, fixes: 0 };
  let doubtful = -1;
  let doubtfulStart = -1;
  let doubtfulFixes = 0;

  /**
   * Believes the doubtful fixes up to `n`, and returns the run that ends with them. Marks older fixes that are jumps
   * then.
   */
  const rejoined = (n: number): Run => {
    const next: Run = { first: doubtfulStart, last: n, fixes: doubtfulFixes };
    const short = run.fixes < rejoinFixes;
    const since = short ? priors : [...priors, run];
    const lowest = Math.max(0, since.length - 1 - mostPlaces);
    for (let k = since.length - (short ? 1 : 2); k >= lowest; k--) {
      const prior = since[k]!;
      const between = [...since.slice(k + 1), ...(short ? [run] : [])];
      const gone = between.reduce((sum, { fixes }) => sum + fixes, 0);
      // No car moves to another country and back at once, so the fixes after the return also support the first place.
      const abroad = between.every(({ first }) => isFar(ordered[prior.last]!, ordered[first]!));
      const around = prior.fixes + (abroad ? ordered.length - doubtfulStart : 0);
      if (gone >= around || !isDetour(prior, between, next)) continue;
      jumps.fill(1, between[0]!.first, doubtfulStart);
      priors.length = k;
      return { first: prior.first, last: n, fixes: prior.fixes + doubtfulFixes };
    }
    if (short) jumps.fill(1, run.first, doubtfulStart);
    else priors.push(run);
    return next;
  };

  for (let n = 0; n < ordered.length; n++) {
    if (run.last < 0 || reaches(run.last, n)) {
      if (doubtful >= 0) jumps.fill(1, doubtfulStart, n);
      doubtful = -1;
      run = { first: run.first, last: n, fixes: run.fixes + 1 };
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
    run = rejoined(n);
    doubtful = -1;
  }
  if (doubtful >= 0) jumps.fill(1, doubtfulStart);
  return jumps;
};

/**
 * Returns fixes of a connected run that no line supports. A line goes from the last believed fix to one of the next
 * few.
 */
const offTheLine = (run: readonly number[], fits: ReturnType<typeof createLineFit>): number[] => {
  const off: number[] = [];
  let prior = -1;
  let last = run[0]!;
  let from = 1;
  // The first fix has no fix before it. It is wrong if the second fix leaves the line from it, but the third fix
  // continues the second.
  if (run.length > 3 && !fits(run[0]!, run[1]!, run[2]!) && fits(run[1]!, run[2]!, run[3]!)) {
    off.push(run[0]!);
    last = run[1]!;
    from = 2;
  }
  for (let k = from; k < run.length; k++) {
    const here = run[k]!;
    const to = Math.min(run.length, k + 1 + vouchers);
    const next = to - k - 1;
    // Near the end too few later fixes can confirm a fix. Then the line through the two fixes before it may confirm it
    // instead.
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

/** Indexes of fixes where no car can have been. `ordered`: the track's fixes to judge, by rising time. */
export const markJumps = (track: Track, ordered: Uint32Array, settings: TelemetrySettings): number[] => {
  const reach = createReach(track, settings);
  const fits = createLineFit(track, settings);
  const far = outOfReach(track, ordered, reach, settings);
  const marked: number[] = [];
  let run: number[] = [];
  for (let n = 0; n < ordered.length; n++) {
    const i = ordered[n]!;
    if (far[n] === 1) {
      marked.push(i);
      continue;
    }
    // No line is drawn across a jump without a return, because nothing shows which side is right.
    if (run.length > 0 && !reach(run[run.length - 1]!, i)) {
      marked.push(...offTheLine(run, fits));
      run = [];
    }
    run.push(i);
  }
  if (run.length > 0) marked.push(...offTheLine(run, fits));
  return marked;
};

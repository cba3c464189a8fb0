import { degreeLengths } from '../../../src/schema/kinds/wgs84.ts';
import { distanceM, eastwardDeg } from '../geo.ts';
import type { Track } from './positions.ts';
import { createLineTest, createReachTest } from './reach.ts';
import type { TelemetrySettings } from './settings.ts';

/** Number of fixes after a fix that may confirm its position. A jump to a false position seldom has more fixes. */
const confirmingFixes = 3;

/**
 * Fixes in a row, each of which a car can reach from the one before. `first`, `last`: indexes in `ordered`, the fixes
 * by rising time. `fixes`: number of these fixes that are accepted.
 */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly fixes: number;
}

/**
 * Maximum number of false positions that one detour may contain. A jammer seldom changes the position that it fakes.
 */
const maxDetourPositions = 4;

/**
 * Returns a function that tests for a detour: false positions after which the track returns to the true way.
 * In a detour the jumps cancel out, from run `prior` over the runs between to the fix `back`. The drive then continues
 * as if the runs between did not exist.
 * Jumps that add up are no detour. A receiver that froze twice makes such jumps, and the way between was really driven.
 * A drive there and back is no detour either. The receiver's error turns with the car on such a drive, so the jumps may
 * cancel out although all positions are true.
 */
const createDetourTest =
  (
    { latitude, longitude }: Track,
    ordered: Uint32Array,
    { reaches, isFar }: { reaches: (a: number, b: number) => boolean; isFar: (a: number, b: number) => boolean },
    { driftRadiusM }: TelemetrySettings,
  ) =>
  (prior: Run, runsBetween: readonly Run[], { first: back, last }: Pick<Run, 'first' | 'last'>): boolean => {
    if (!reaches(prior.last, back)) return false;
    if (runsBetween.every(({ first }) => isFar(ordered[prior.last]!, ordered[first]!))) return true;
    const { northM, eastM } = degreeLengths(latitude[ordered[prior.last]!]!);
    const displacementM = (from: number, to: number): readonly [number, number] => [
      (latitude[ordered[to]!]! - latitude[ordered[from]!]!) * northM,
      eastwardDeg(longitude[ordered[from]!]!, longitude[ordered[to]!]!) * eastM,
    ];
    const headingOf = (from: number, to: number): readonly [number, number] | null => {
      for (let n = from + 1; n <= to; n++) {
        const [north, east] = displacementM(from, n);
        const metres = Math.hypot(north, east);
        if (metres > driftRadiusM) return [north / metres, east / metres];
      }
      return null;
    };
    const runs = [prior, ...runsBetween];
    const jumps = runs.map((run, k) => displacementM(run.last, runs[k + 1]?.first ?? back));
    const jumpLengthsM = jumps.map(([north, east]) => Math.hypot(north, east));
    const remainderM = Math.hypot(
      jumps.reduce((sum, [north]) => sum + north, 0),
      jumps.reduce((sum, [, east]) => sum + east, 0),
    );
    if (remainderM * 2 > Math.min(jumpLengthsM[0]!, jumpLengthsM[jumpLengthsM.length - 1]!)) return false;
    const headingAway = headingOf(runsBetween[0]!.first, runsBetween[0]!.last);
    const headingBack = headingOf(back, last);
    return !(headingAway && headingBack && headingAway[0] * headingBack[0] + headingAway[1] * headingBack[1] < -0.5);
  };

/**
 * Marks fixes that no car can reach from the last accepted fix.
 * If `rejoinFixes` fixes in a row contradict the last accepted fix but agree with each other, they are accepted. If the
 * run accepted before has fewer fixes than that, its fixes are marked instead. So one bad fix at the start does not
 * condemn the rest.
 * All fixes of a detour (`createDetourTest`), such as a position faked by a jammer, are marked. A detour must have
 * fewer fixes than the run before it. If the detour is far away, the fixes after it support the run before it too.
 */
const markUnreachable = (
  track: Track,
  ordered: Uint32Array,
  isReachable: ReturnType<typeof createReachTest>,
  settings: TelemetrySettings,
): Uint8Array => {
  const { latitude, longitude } = track;
  const { rejoinFixes } = settings;
  const farM = (settings.maximumSpeedKmh / 3600) * settings.tripEndMs;
  const isFar = (a: number, b: number): boolean =>
    distanceM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!) > farM;
  const isReachableInOrder = (a: number, b: number): boolean => isReachable(ordered[a]!, ordered[b]!);
  const isDetour = createDetourTest(track, ordered, { reaches: isReachableInOrder, isFar }, settings);
  const jumps = new Uint8Array(ordered.length);
  /** Accepted runs before the present one, the latest last. */
  const priors: Run[] = [];
  let run: Run = { first: 0, last: -1, fixes: 0 };
  let lastDoubtful = -1;
  let doubtfulStart = -1;
  let doubtfulFixes = 0;

  /**
   * Accepts the doubtful fixes up to `n`, and returns the run that ends with them. Marks older fixes if the accepted
   * fixes show that these were jumps.
   */
  const acceptDoubtful = (n: number): Run => {
    const next: Run = { first: doubtfulStart, last: n, fixes: doubtfulFixes };
    const isShortRun = run.fixes < rejoinFixes;
    const earlierRuns = isShortRun ? priors : [...priors, run];
    const lowest = Math.max(0, earlierRuns.length - 1 - maxDetourPositions);
    for (let k = earlierRuns.length - (isShortRun ? 1 : 2); k >= lowest; k--) {
      const prior = earlierRuns[k]!;
      const runsBetween = [...earlierRuns.slice(k + 1), ...(isShortRun ? [run] : [])];
      const skippedFixes = runsBetween.reduce((sum, { fixes }) => sum + fixes, 0);
      // No car moves to another country and back at once. So the fixes after the return also support the position
      // before it.
      const isFarAway = runsBetween.every(({ first }) => isFar(ordered[prior.last]!, ordered[first]!));
      const supportingFixes = prior.fixes + (isFarAway ? ordered.length - doubtfulStart : 0);
      if (skippedFixes >= supportingFixes || !isDetour(prior, runsBetween, next)) continue;
      jumps.fill(1, runsBetween[0]!.first, doubtfulStart);
      priors.length = k;
      return { first: prior.first, last: n, fixes: prior.fixes + doubtfulFixes };
    }
    if (isShortRun) jumps.fill(1, run.first, doubtfulStart);
    else priors.push(run);
    return next;
  };

  for (let n = 0; n < ordered.length; n++) {
    if (run.last < 0 || isReachableInOrder(run.last, n)) {
      if (lastDoubtful >= 0) jumps.fill(1, doubtfulStart, n);
      lastDoubtful = -1;
      run = { first: run.first, last: n, fixes: run.fixes + 1 };
      continue;
    }
    if (lastDoubtful < 0 || !isReachableInOrder(lastDoubtful, n)) {
      if (lastDoubtful >= 0) jumps.fill(1, doubtfulStart, n);
      doubtfulStart = n;
      doubtfulFixes = 0;
    }
    lastDoubtful = n;
    doubtfulFixes++;
    if (doubtfulFixes < rejoinFixes) continue;
    run = acceptDoubtful(n);
    lastDoubtful = -1;
  }
  if (lastDoubtful >= 0) jumps.fill(1, doubtfulStart);
  return jumps;
};

/**
 * Returns the fixes of a connected run that no line supports. A line goes from the last accepted fix to one of the next
 * few fixes.
 */
const findOffLine = (run: readonly number[], fitsLine: ReturnType<typeof createLineTest>): number[] => {
  const offLine: number[] = [];
  let beforeLast = -1;
  let last = run[0]!;
  let from = 1;
  // The first fix has no fix before it. It is wrong in one case: fixes 2 to 4 lie on a line, but fixes 1 to 3 do not.
  if (run.length > 3 && !fitsLine(run[0]!, run[1]!, run[2]!) && fitsLine(run[1]!, run[2]!, run[3]!)) {
    offLine.push(run[0]!);
    last = run[1]!;
    from = 2;
  }
  for (let k = from; k < run.length; k++) {
    const fix = run[k]!;
    const to = Math.min(run.length, k + 1 + confirmingFixes);
    const laterFixes = to - k - 1;
    // Near the end of the run, few later fixes are left to confirm a fix. There the line through the two fixes before
    // it may confirm it instead.
    let isOnLine =
      laterFixes < confirmingFixes && (beforeLast < 0 ? laterFixes === 0 : fitsLine(beforeLast, last, fix));
    for (let n = k + 1; n < to && !isOnLine; n++) isOnLine = fitsLine(last, fix, run[n]!);
    if (!isOnLine) {
      offLine.push(fix);
      continue;
    }
    beforeLast = last;
    last = fix;
  }
  return offLine;
};

/**
 * Returns the indexes of fixes at positions where no car can have been. `ordered`: indexes of the fixes to judge, by
 * rising time.
 */
export const markJumps = (track: Track, ordered: Uint32Array, settings: TelemetrySettings): number[] => {
  const isReachable = createReachTest(track, settings);
  const fitsLine = createLineTest(track, settings);
  const isUnreachable = markUnreachable(track, ordered, isReachable, settings);
  const markedFixes: number[] = [];
  let run: number[] = [];
  for (let n = 0; n < ordered.length; n++) {
    const i = ordered[n]!;
    if (isUnreachable[n] === 1) {
      markedFixes.push(i);
      continue;
    }
    // A jump without a return starts a new line, because nothing shows which side of the jump is right.
    if (run.length > 0 && !isReachable(run[run.length - 1]!, i)) {
      markedFixes.push(...findOffLine(run, fitsLine));
      run = [];
    }
    run.push(i);
  }
  if (run.length > 0) markedFixes.push(...findOffLine(run, fitsLine));
  return markedFixes;
};

import { degreeLengths } from '../../../src/schema/kinds/wgs84.ts';
import { createRuler, eastwardDeg } from '../geo.ts';
import type { Track } from './positions.ts';
import { createLineTest, createReachTest } from './reach.ts';
import type { TelemetrySettings } from './settings.ts';

/**
 * Minimum number of fixes that contradict other fixes of their time. If fewer do, the positions are wrong and not the
 * clock.
 */
const minContradictions = 3;

/** Whether the fixes come newest first, as some platforms send them. This order is no sign of a wrong clock. */
const areNewestFirst = (timeMs: Float64Array, sentOrder: Uint32Array): boolean => {
  let backwardSteps = 0;
  for (let n = 1; n < sentOrder.length; n++) if (timeMs[sentOrder[n]!]! < timeMs[sentOrder[n - 1]!]!) backwardSteps++;
  return backwardSteps * 2 > sentOrder.length - 1 && sentOrder.length > 1;
};

/** Divides the sent fixes into runs of rising times. Returns the number of the run by index of the fix. */
const runsOf = (timeMs: Float64Array, sentOrder: Uint32Array): Uint32Array => {
  const runs = new Uint32Array(timeMs.length);
  for (let n = 1; n < sentOrder.length; n++)
    runs[sentOrder[n]!] = runs[sentOrder[n - 1]!]! + (timeMs[sentOrder[n]!]! < timeMs[sentOrder[n - 1]!]! ? 1 : 0);
  return runs;
};

const medianStepMs = (timeMs: Float64Array, ordered: Uint32Array): number => {
  const steps: number[] = [];
  for (let n = 1; n < ordered.length; n++) {
    const ms = timeMs[ordered[n]!]! - timeMs[ordered[n - 1]!]!;
    if (ms > 0) steps.push(ms);
  }
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0;
};

/** A track's fixes in the order sent and by time, with the number of each fix's run of rising times. */
interface Sequence {
  readonly track: Track;
  /** Indexes of the fixes in the order sent, reversed if the platform sends the newest first. */
  readonly sequence: Uint32Array;
  /** Indexes of the fixes, sorted by the time of the fix. */
  readonly ordered: Uint32Array;
  readonly runs: Uint32Array;
  readonly settings: TelemetrySettings;
}

/**
 * Returns a function that tells whether a fix agrees with the fixes of other runs around its time. The function returns
 * null if there are no such fixes.
 */
const createAgreement = ({ track, ordered, runs, settings }: Sequence) => {
  const { timeMs } = track;
  const { tripEndMs, clockStepMs } = settings;
  const isOnLine = createLineTest(track, settings);
  const isReachable = createReachTest(track, settings);
  const rankOf = new Uint32Array(timeMs.length);
  for (let n = 0; n < ordered.length; n++) rankOf[ordered[n]!] = n;
  const nearestOfOtherRun = (i: number, direction: 1 | -1): number => {
    for (let n = rankOf[i]! + direction; n >= 0 && n < ordered.length; n += direction) {
      const otherFix = ordered[n]!;
      if (Math.abs(timeMs[otherFix]! - timeMs[i]!) > tripEndMs) return -1;
      if (runs[otherFix] !== runs[i]) return otherFix;
    }
    return -1;
  };
  return (i: number): boolean | null => {
    const fixBefore = nearestOfOtherRun(i, -1);
    const fixAfter = nearestOfOtherRun(i, 1);
    if (fixBefore < 0 && fixAfter < 0) return null;
    if (fixBefore >= 0 && fixAfter >= 0) return isOnLine(fixBefore, i, fixAfter);
    const neighbour = fixBefore >= 0 ? fixBefore : fixAfter;
    // After more than `clockStepMs` a fix proves nothing, because a car can get anywhere in that time.
    if (Math.abs(timeMs[neighbour]! - timeMs[i]!) > clockStepMs) return null;
    return fixBefore >= 0 ? isReachable(fixBefore, i) : isReachable(i, fixAfter);
  };
};

/** Returns functions that tell whether the car drives on from one fix to the next in `sequence`, judged by position. */
const createContinuityTests = ({ track, sequence, ordered, settings }: Sequence) => {
  const { timeMs, latitude, longitude } = track;
  const { tripEndMs, tripStartKmh, fixGapMs, fixNoiseM, maximumSpeedKmh, driftRadiusM } = settings;
  const rulerM = createRuler();
  const typicalStepMs = medianStepMs(timeMs, ordered);
  const maxStepM = fixNoiseM + (maximumSpeedKmh / 3600) * Math.min(typicalStepMs, tripEndMs);
  const metres = (a: number, b: number): number => rulerM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!);
  const isNear = (n: number): boolean => metres(sequence[n - 1]!, sequence[n]!) <= maxStepM;
  /**
   * Velocity of the car from the fix at position `n` of `sequence` to the next fix, m/s north and east. Null: unknown.
   */
  const velocityAt = (n: number): readonly [number, number] | null => {
    const [here, next] = [sequence[n], sequence[n + 1]];
    if (here === undefined || next === undefined) return null;
    const seconds = (timeMs[next]! - timeMs[here]!) / 1000;
    if (!(seconds > 0 && seconds * 1000 <= fixGapMs)) return null;
    const { northM, eastM } = degreeLengths(latitude[here]!);
    return [
      ((latitude[next]! - latitude[here]!) * northM) / seconds,
      (eastwardDeg(longitude[here]!, longitude[next]!) * eastM) / seconds,
    ];
  };
  /**
   * Whether the fix at position `n` of `sequence` continues the drive from the fix before. Judged by position and
   * direction, whatever the times.
   */
  const continuesDrive = (n: number): boolean => {
    const [before, after] = [velocityAt(n - 2), velocityAt(n)];
    if (!before || !after || typicalStepMs > fixGapMs) return false;
    const [slow, fast] = [Math.hypot(...before), Math.hypot(...after)];
    const minDrivingMs = tripStartKmh / 3.6;
    // A standing car proves no connection, because it may be at the end of one drive and the start of another.
    if (!(slow > minDrivingMs && fast > minDrivingMs)) return false;
    const directionCosine = (before[0] * after[0] + before[1] * after[1]) / (slow * fast);
    return (
      directionCosine > 0.5 &&
      metres(sequence[n - 1]!, sequence[n]!) <= fixNoiseM + (Math.max(slow, fast) * fixGapMs) / 1000
    );
  };
  /**
   * Whether the fixes `n` to before `end` of `sequence` connect the fix before them with the fix at `end`. The car must
   * move between them.
   */
  const connectsNeighbours = (n: number, end: number): boolean =>
    typicalStepMs <= fixGapMs &&
    end < sequence.length &&
    isNear(n) &&
    isNear(end) &&
    metres(sequence[n]!, sequence[end - 1]!) > driftRadiusM;
  return { isNear, continuesDrive, connectsNeighbours };
};

/** Returns functions that find the fixes of a stepped clock. `knownFrom`: as in `findClockFaults`. */
const createStepDetector = (sequenceOfFixes: Sequence, knownFrom: number) => {
  const { sequence, settings } = sequenceOfFixes;
  const { timeMs } = sequenceOfFixes.track;
  const { tripEndMs, fixGapMs } = settings;
  const agreesWithOtherRuns = createAgreement(sequenceOfFixes);
  const { isNear, continuesDrive, connectsNeighbours } = createContinuityTests(sequenceOfFixes);
  /**
   * Whether the device's clock was set back before position `n` of `sequence`. The fixes from `n` to before `end` then
   * have wrong times.
   */
  const isSetBackBefore = (n: number, end: number): boolean => {
    let comparedCount = 0;
    let contradictingCount = 0;
    for (let k = n; k < end; k++) {
      const isAgreeing = agreesWithOtherRuns(sequence[k]!);
      if (isAgreeing !== null) comparedCount++;
      if (isAgreeing === false) contradictingCount++;
    }
    if (comparedCount > 0)
      return (
        contradictingCount >= minContradictions &&
        contradictingCount * 2 > comparedCount &&
        (n === knownFrom || isNear(n))
      );
    return n === knownFrom || continuesDrive(n) || connectsNeighbours(n, end);
  };
  /**
   * Finds the fixes before position `n` of `sequence` whose clock was ahead, if the clock is right again at `n`.
   * Returns the position of the first such fix, or -1 if there are none.
   */
  const findAheadStart = (n: number): number => {
    let from = n - 1;
    while (from > 0 && timeMs[sequence[from]!]! - timeMs[sequence[from - 1]!]! <= tripEndMs) {
      if (timeMs[sequence[from]!]! < timeMs[sequence[from - 1]!]!) return -1;
      from--;
    }
    if (from === 0 || timeMs[sequence[n]!]! <= timeMs[sequence[from - 1]!]!) return -1;
    const elapsedMs = timeMs[sequence[n]!]! - timeMs[sequence[from - 1]!]!;
    const aheadFixesMs = timeMs[sequence[n - 1]!]! - timeMs[sequence[from]!]!;
    const haveNoOtherRuns = sequence.subarray(from, n).every(i => agreesWithOtherRuns(i) === null);
    return haveNoOtherRuns &&
      Math.abs(elapsedMs - aheadFixesMs) <= 2 * fixGapMs &&
      continuesDrive(from) &&
      continuesDrive(n)
      ? from
      : -1;
  };
  return { isStepped: isSetBackBefore, aheadSince: findAheadStart };
};

/**
 * Returns the indexes of fixes dated by a wrong clock. `sentOrder`: indexes of the fixes in the order sent. `ordered`:
 * the same indexes by time.
 * The order alone is no evidence, because fixes come late, in bursts and shuffled. Fixes older than one sent before are
 * therefore compared with the other fixes of their time.
 * The clock is wrong if most of the compared fixes contradict the others, or have no others within `tripEndMs`. In both
 * cases the car must also drive on from the fix sent before.
 * A clock that was ahead for a while is recognised at both ends of its fixes. There the car drives on, and the times
 * before and after continue each other.
 * `knownFrom`: index in `sentOrder` from which the clock is known to be wrong, unless the fixes there agree with
 * others.
 */
export const findClockFaults = (
  track: Track,
  sentOrder: Uint32Array,
  ordered: Uint32Array,
  settings: TelemetrySettings,
  knownFrom = -1,
): number[] => {
  const { timeMs } = track;
  // A single fix after the known step back would look like two fixes that come newest first.
  const sequence = knownFrom < 0 && areNewestFirst(timeMs, sentOrder) ? sentOrder.toReversed() : sentOrder;
  const runs = runsOf(timeMs, sequence);
  if (sequence.length === 0 || runs[sequence[sequence.length - 1]!] === 0) return [];
  const { isStepped, aheadSince } = createStepDetector({ track, sequence, ordered, runs, settings }, knownFrom);
  const wrongIndexes: number[] = [];
  let newestMs = Number.NEGATIVE_INFINITY;
  for (let n = 0; n < sequence.length; ) {
    if (timeMs[sequence[n]!]! >= newestMs) {
      newestMs = timeMs[sequence[n]!]!;
      n++;
      continue;
    }
    let end = n + 1;
    while (
      end < sequence.length &&
      timeMs[sequence[end]!]! < newestMs &&
      timeMs[sequence[end]!]! >= timeMs[sequence[end - 1]!]!
    )
      end++;
    const aheadStart = aheadSince(n);
    if (aheadStart >= 0) for (let k = aheadStart; k < n; k++) wrongIndexes.push(sequence[k]!);
    else if (isStepped(n, end)) for (let k = n; k < end; k++) wrongIndexes.push(sequence[k]!);
    n = end;
  }
  return wrongIndexes;
};

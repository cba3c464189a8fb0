import { degreeLengths } from '../../../src/schema/kinds/wgs84.ts';
import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { createLineFit, createReach } from './reach.ts';
import type { TelemetrySettings } from './settings.ts';

/**
 * Minimum number of fixes that contradict other fixes of their time. If fewer do, the positions are wrong and not the
 * clock.
 */
const contradictions = 3;

/** Whether the fixes come newest first, as some platforms send them. That is an order of delivery and no clock step. */
const runsBackwards = (timeMs: Float64Array, sent: Uint32Array): boolean => {
  let back = 0;
  for (let n = 1; n < sent.length; n++) if (timeMs[sent[n]!]! < timeMs[sent[n - 1]!]!) back++;
  return back * 2 > sent.length - 1 && sent.length > 1;
};

/** Divides the sent fixes into runs of rising times. Returns the number of the run by index of the fix. */
const runsOf = (timeMs: Float64Array, sent: Uint32Array): Uint32Array => {
  const runs = new Uint32Array(timeMs.length);
  for (let n = 1; n < sent.length; n++)
    runs[sent[n]!] = runs[sent[n - 1]!]! + (timeMs[sent[n]!]! < timeMs[sent[n - 1]!]! ? 1 : 0);
  return runs;
};

const usualStepMs = (timeMs: Float64Array, ordered: Uint32Array): number => {
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
  /** Indexes by time. */
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
  const fits = createLineFit(track, settings);
  const reaches = createReach(track, settings);
  const rankOf = new Uint32Array(timeMs.length);
  for (let n = 0; n < ordered.length; n++) rankOf[ordered[n]!] = n;
  const nearestOther = (i: number, direction: 1 | -1): number => {
    for (let n = rankOf[i]! + direction; n >= 0 && n < ordered.length; n += direction) {
      const other = ordered[n]!;
      if (Math.abs(timeMs[other]! - timeMs[i]!) > tripEndMs) return -1;
      if (runs[other] !== runs[i]) return other;
    }
    return -1;
  };
  return (i: number): boolean | null => {
    const before = nearestOther(i, -1);
    const after = nearestOther(i, 1);
    if (before < 0 && after < 0) return null;
    if (before >= 0 && after >= 0) return fits(before, i, after);
    const only = before >= 0 ? before : after;
    // After more than `clockStepMs` a fix proves nothing, because a car can get anywhere in that time.
    if (Math.abs(timeMs[only]! - timeMs[i]!) > clockStepMs) return null;
    return before >= 0 ? reaches(before, i) : reaches(i, after);
  };
};

/** Returns functions that tell whether the car drives on from one position of the sequence to the next, by place. */
const createDrive = ({ track, sequence, ordered, settings }: Sequence) => {
  const { timeMs, latitude, longitude } = track;
  const { tripEndMs, tripStartKmh, fixGapMs, fixNoiseM, maximumSpeedKmh, driftRadiusM } = settings;
  const rulerM = createRuler();
  const usualMs = usualStepMs(timeMs, ordered);
  const stepM = fixNoiseM + (maximumSpeedKmh / 3600) * Math.min(usualMs, tripEndMs);
  const metres = (a: number, b: number): number => rulerM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!);
  const isNear = (n: number): boolean => metres(sequence[n - 1]!, sequence[n]!) <= stepM;
  /** Velocity of the car from position `n` of the sequence to the next one, m/s north and east. Null: unknown. */
  const motionAt = (n: number): readonly [number, number] | null => {
    const [here, next] = [sequence[n], sequence[n + 1]];
    if (here === undefined || next === undefined) return null;
    const seconds = (timeMs[next]! - timeMs[here]!) / 1000;
    if (!(seconds > 0 && seconds * 1000 <= fixGapMs)) return null;
    const { northM, eastM } = degreeLengths(latitude[here]!);
    return [
      ((latitude[next]! - latitude[here]!) * northM) / seconds,
      ((longitude[next]! - longitude[here]!) * eastM) / seconds,
    ];
  };
  /**
   * Whether position `n` of the sequence continues the drive from the fix before, by place and direction, whatever the
   * times.
   */
  const drivesOn = (n: number): boolean => {
    const [before, after] = [motionAt(n - 2), motionAt(n)];
    if (!before || !after || usualMs > fixGapMs) return false;
    const [slow, fast] = [Math.hypot(...before), Math.hypot(...after)];
    const driven = tripStartKmh / 3.6;
    // A standing car proves no connection, because it may be at the end of one drive and the start of another.
    if (!(slow > driven && fast > driven)) return false;
    const straight = (before[0] * after[0] + before[1] * after[1]) / (slow * fast);
    return (
      straight > 0.5 && metres(sequence[n - 1]!, sequence[n]!) <= fixNoiseM + (Math.max(slow, fast) * fixGapMs) / 1000
    );
  };
  /** Whether the fixes from `n` up to `end` connect the positions before and after them. */
  const bridges = (n: number, end: number): boolean =>
    usualMs <= fixGapMs &&
    end < sequence.length &&
    isNear(n) &&
    isNear(end) &&
    metres(sequence[n]!, sequence[end - 1]!) > driftRadiusM;
  return { isNear, drivesOn, bridges };
};

/** Returns functions that find the fixes of a stepped clock. `knownFrom`: as in `clockFaults`. */
const createStepSearch = (sent: Sequence, knownFrom: number) => {
  const { sequence, settings } = sent;
  const { timeMs } = sent.track;
  const { tripEndMs, fixGapMs } = settings;
  const agrees = createAgreement(sent);
  const { isNear, drivesOn, bridges } = createDrive(sent);
  /**
   * Whether the clock was set back before position `n` of the sequence. The fixes from `n` to before `end` are then
   * wrong.
   */
  const isStepped = (n: number, end: number): boolean => {
    let judged = 0;
    let against = 0;
    for (let k = n; k < end; k++) {
      const agreed = agrees(sequence[k]!);
      if (agreed !== null) judged++;
      if (agreed === false) against++;
    }
    if (judged > 0) return against >= contradictions && against * 2 > judged && (n === knownFrom || isNear(n));
    return n === knownFrom || drivesOn(n) || bridges(n, end);
  };
  /**
   * Finds the fixes before position `n` whose clock was ahead, if the clock is right again at `n`. Returns the position
   * of the first such fix. Returns -1 if there are none.
   */
  const aheadSince = (n: number): number => {
    let from = n - 1;
    while (from > 0 && timeMs[sequence[from]!]! - timeMs[sequence[from - 1]!]! <= tripEndMs) {
      if (timeMs[sequence[from]!]! < timeMs[sequence[from - 1]!]!) return -1;
      from--;
    }
    if (from === 0 || timeMs[sequence[n]!]! <= timeMs[sequence[from - 1]!]!) return -1;
    const passedMs = timeMs[sequence[n]!]! - timeMs[sequence[from - 1]!]!;
    const tookMs = timeMs[sequence[n - 1]!]! - timeMs[sequence[from]!]!;
    const alone = sequence.subarray(from, n).every(i => agrees(i) === null);
    return alone && Math.abs(passedMs - tookMs) <= 2 * fixGapMs && drivesOn(from) && drivesOn(n) ? from : -1;
  };
  return { isStepped, aheadSince };
};

/**
 * Returns the indexes of fixes dated by a wrong clock. `sent`: indexes of the fixes in the order sent. `ordered`: the
 * same indexes by time.
 * The order alone is no evidence, because fixes come late, in bursts and shuffled. Fixes older than one sent before are
 * therefore compared with the other fixes of their time.
 * The clock is wrong if most of the compared fixes contradict the others, or have no others within `tripEndMs`. In both
 * cases the car must also drive on from the fix sent before.
 * A clock that was ahead for a while is recognised at both ends of its fixes. There the car drives on, and the times
 * before and after continue each other.
 * `knownFrom`: index in `sent` from which the clock is known to be wrong, unless the fixes there agree with others.
 */
export const clockFaults = (
  track: Track,
  sent: Uint32Array,
  ordered: Uint32Array,
  settings: TelemetrySettings,
  knownFrom = -1,
): number[] => {
  const { timeMs } = track;
  const sequence = runsBackwards(timeMs, sent) ? sent.toReversed() : sent;
  const runs = runsOf(timeMs, sequence);
  if (sequence.length === 0 || runs[sequence[sequence.length - 1]!] === 0) return [];
  const { isStepped, aheadSince } = createStepSearch({ track, sequence, ordered, runs, settings }, knownFrom);
  const faults: number[] = [];
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
    const ahead = aheadSince(n);
    if (ahead >= 0) for (let k = ahead; k < n; k++) faults.push(sequence[k]!);
    else if (isStepped(n, end)) for (let k = n; k < end; k++) faults.push(sequence[k]!);
    n = end;
  }
  return faults;
};

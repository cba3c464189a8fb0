import { createRuler, metresPerDegree } from '../geo.ts';
import type { Track } from './positions.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

/** Why a fix is suspect; `Gate.reasons` holds indexes of this list. */
export const suspectReasons = ['none', 'time', 'place', 'speed', 'jump', 'clock'] as const;
export type SuspectReason = (typeof suspectReasons)[number];
const code = Object.fromEntries(suspectReasons.map((name, i) => [name, i])) as Record<SuspectReason, number>;

/** One reason per fix, fixes per reason, and the number of suspect fixes. */
export interface Gate {
  reasons: Uint8Array;
  counts: Record<SuspectReason, number>;
  suspect: number;
}

/** Whether a car can get from fix A to a later fix B in time, given its top speed and the noise of both. */
export const createReach = (
  { timeMs, latitude, longitude }: Track,
  { maximumSpeedKmh, stationaryRadiusM }: TelemetrySettings,
) => {
  const rulerM = createRuler();
  const metresPerMs = maximumSpeedKmh / 3600;
  const noiseM = 2 * stationaryRadiusM;
  return (a: number, b: number): boolean => {
    const withinM = (timeMs[b]! - timeMs[a]!) * metresPerMs + noiseM;
    const north = Math.abs(latitude[b]! - latitude[a]!);
    const east = Math.abs(longitude[b]! - longitude[a]!);
    // The Manhattan distance is never shorter: this settles nearly every pair cheaply.
    if ((north + east) * metresPerDegree <= withinM) return true;
    return rulerM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!) <= withinM;
  };
};

/** Some platforms send the newest fix first: an order of delivery, not a clock that steps back. */
const runsBackwards = (timeMs: Float64Array): boolean => {
  let back = 0;
  for (let i = 1; i < timeMs.length; i++) if (timeMs[i]! < timeMs[i - 1]!) back++;
  return back * 2 > timeMs.length - 1 && timeMs.length > 1;
};

/**
 * Marks impossible fixes: times before `earliestFixMs` or after `nowMs`, 0/0, excessive speeds, jumps, clocks that step
 * back. Nothing is deleted. Takes fixes in the order sent (a sorted track shows no clock steps).
 *
 * A jump is judged against the last believed fix. If `rejoinFixes` in a row contradict it but agree with each other,
 * they are believed instead, and a believed run shorter than that becomes the jump: one bad fix at the start must not
 * condemn the rest. A run jumped to and back from, as when a jammer fakes another place, is a jump as a whole when it
 * is shorter than the run before it.
 */
export const gateTrack = (track: Track, nowMs: number, settings: TelemetrySettings = defaultSettings): Gate => {
  const { timeMs, latitude, longitude, speedKmh } = track;
  const { earliestFixMs, maximumSpeedKmh, rejoinFixes } = settings;
  const length = timeMs.length;
  const reasons = new Uint8Array(length);
  const reach = createReach(track, settings);

  const step = runsBackwards(timeMs) ? -1 : 1;
  const first = step > 0 ? 0 : length - 1;
  const latestMs = nowMs + settings.futureToleranceMs;
  const faultOf = (i: number): number => {
    const north = Math.abs(latitude[i]!);
    const east = Math.abs(longitude[i]!);
    if (!(timeMs[i]! >= earliestFixMs && timeMs[i]! <= latestMs)) return code.time;
    // Receivers without a fix report 0/0; nobody insured drives in the Gulf of Guinea.
    if (!(north <= 90 && east <= 180) || (north < 0.001 && east < 0.001)) return code.place;
    return speedKmh[i]! > maximumSpeedKmh ? code.speed : code.none;
  };

  let newestMs = Number.NEGATIVE_INFINITY;
  let believed = -1;
  let runStart = first;
  let runFixes = 0;
  let priorLast = -1;
  let priorFixes = 0;
  let doubtful = -1;
  let doubtfulStart = -1;
  let doubtfulFixes = 0;

  const mark = (from: number, to: number): void => {
    for (let i = from; i !== to; i += step) if (reasons[i] === code.none) reasons[i] = code.jump;
  };

  for (let n = 0, i = first; n < length; n++, i += step) {
    const fault = faultOf(i);
    if (fault !== code.none || timeMs[i]! < newestMs) {
      reasons[i] = fault || code.clock;
      continue;
    }
    newestMs = timeMs[i]!;
    if (believed < 0 || reach(believed, i)) {
      if (doubtful >= 0) mark(doubtfulStart, i);
      doubtful = -1;
      believed = i;
      runFixes++;
      continue;
    }
    if (doubtful < 0 || !reach(doubtful, i)) {
      if (doubtful >= 0) mark(doubtfulStart, i);
      doubtfulStart = i;
      doubtfulFixes = 0;
    }
    doubtful = i;
    doubtfulFixes++;
    if (doubtfulFixes < rejoinFixes) continue;
    const detour = priorLast >= 0 && runFixes < priorFixes && reach(priorLast, doubtfulStart);
    const wrong = detour || runFixes < rejoinFixes;
    if (wrong) mark(runStart, doubtfulStart);
    if (!wrong) {
      priorLast = believed;
      priorFixes = runFixes;
    }
    runFixes = doubtfulFixes + (detour ? priorFixes : 0);
    runStart = doubtfulStart;
    believed = i;
    doubtful = -1;
  }
  if (doubtful >= 0) mark(doubtfulStart, step > 0 ? length : -1);

  const tally = new Uint32Array(suspectReasons.length);
  for (let i = 0; i < length; i++) tally[reasons[i]!]!++;
  const counts = Object.fromEntries(suspectReasons.map((name, i) => [name, tally[i]!])) as Record<
    SuspectReason,
    number
  >;
  return { reasons, counts, suspect: length - counts.none };
};

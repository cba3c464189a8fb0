import { clockFaults } from './clockSteps.ts';
import { markJumps } from './jumps.ts';
import type { Track } from './positions.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { believedIndexes } from './speeds.ts';

/** Reasons why a fix is suspect. `SuspectMarks.reasons` holds indexes of this list. */
export const suspectReasons = ['none', 'time', 'place', 'speed', 'jump', 'clock'] as const;
export type SuspectReason = (typeof suspectReasons)[number];
export const reasonCode = Object.fromEntries(suspectReasons.map((name, i) => [name, i])) as Record<
  SuspectReason,
  number
>;

/** One reason per fix, the number of fixes per reason, and the number of suspect fixes. */
export interface SuspectMarks {
  reasons: Uint8Array;
  counts: Record<SuspectReason, number>;
  suspect: number;
}

/** Fault of a single fix. `nowMs`: its time of arrival. */
const faultOf = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  i: number,
  nowMs: number,
  settings: TelemetrySettings,
): number => {
  const north = Math.abs(latitude[i]!);
  const east = Math.abs(longitude[i]!);
  // Without a time of arrival the age is not judged, because the fixes were judged on arrival.
  const earliestMs = Number.isFinite(nowMs) ? nowMs - settings.oldestFixAgeMs : Number.NEGATIVE_INFINITY;
  if (!(timeMs[i]! >= earliestMs && timeMs[i]! <= nowMs + settings.futureToleranceMs)) return reasonCode.time;
  // Receivers without a fix report 0/0, which is a place in the Gulf of Guinea.
  if (!(north <= 90 && east <= 180) || (north < 0.001 && east < 0.001)) return reasonCode.place;
  return speedKmh[i]! > settings.maximumSpeedKmh ? reasonCode.speed : reasonCode.none;
};

/**
 * Marks impossible fixes and deletes none. Takes fixes in the order sent, because a sorted track shows no clock steps.
 * Impossible are: times older than `oldestFixAgeMs` at arrival (a GPS week counter that ran over gives 1024 weeks) or
 * after the arrival, positions off the globe or at 0/0, excessive speeds, clocks that step back, and jumps.
 * The receiver's speeds count if they agree with the positions.
 */
export const markSuspectFixes = (
  sent: Track,
  nowMs: number,
  settings: TelemetrySettings = defaultSettings,
): SuspectMarks => {
  const { timeMs } = sent;
  const length = timeMs.length;
  const reasons = new Uint8Array(length);
  for (let i = 0; i < length; i++) reasons[i] = faultOf(sent, i, nowMs, settings);

  const byTime = (indexes: Uint32Array): Uint32Array =>
    indexes.every((i, n) => n === 0 || timeMs[indexes[n - 1]!]! <= timeMs[i]!)
      ? indexes
      : indexes.slice().sort((a, b) => timeMs[a]! - timeMs[b]! || a - b);
  const inOrder = believedIndexes(reasons);
  for (const i of clockFaults(sent, inOrder, byTime(inOrder), settings)) reasons[i] = reasonCode.clock;
  const ordered = byTime(believedIndexes(reasons));
  for (const i of markJumps(withTrustedSpeeds(sent, settings, ordered), ordered, settings))
    reasons[i] = reasonCode.jump;

  const tally = new Uint32Array(suspectReasons.length);
  for (let i = 0; i < length; i++) tally[reasons[i]!]!++;
  const counts = Object.fromEntries(suspectReasons.map((name, i) => [name, tally[i]!])) as Record<
    SuspectReason,
    number
  >;
  return { reasons, counts, suspect: length - counts.none };
};

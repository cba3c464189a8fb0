import { findClockFaults } from './clockSteps.ts';
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
const reasonOf = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  i: number,
  nowMs: number,
  settings: TelemetrySettings,
): number => {
  const absLatitude = Math.abs(latitude[i]!);
  const absLongitude = Math.abs(longitude[i]!);
  // Without a time of arrival the age is not judged, because the fixes were judged on arrival.
  const earliestMs = Number.isFinite(nowMs) ? nowMs - settings.oldestFixAgeMs : Number.NEGATIVE_INFINITY;
  if (!(timeMs[i]! >= earliestMs && timeMs[i]! <= nowMs + settings.futureToleranceMs)) return reasonCode.time;
  // Receivers without a fix report 0/0, which is a place in the Gulf of Guinea.
  if (!(absLatitude <= 90 && absLongitude <= 180) || (absLatitude < 0.001 && absLongitude < 0.001))
    return reasonCode.place;
  return speedKmh[i]! > settings.maximumSpeedKmh ? reasonCode.speed : reasonCode.none;
};

/**
 * Marks impossible fixes and deletes none. Takes fixes in the order sent, because a sorted track shows no clock steps.
 * Impossible are: times older than `oldestFixAgeMs` at arrival (a GPS week counter that ran over gives 1024 weeks) or
 * after the arrival, positions off the globe or at 0/0, excessive speeds, clocks that step back, and jumps.
 * The receiver's speeds count if they agree with the positions.
 */
export const markSuspectFixes = (
  sentTrack: Track,
  nowMs: number,
  settings: TelemetrySettings = defaultSettings,
): SuspectMarks => {
  const { timeMs } = sentTrack;
  const length = timeMs.length;
  const reasons = new Uint8Array(length);
  for (let i = 0; i < length; i++) reasons[i] = reasonOf(sentTrack, i, nowMs, settings);

  const sortByTime = (indexes: Uint32Array): Uint32Array =>
    indexes.every((i, n) => n === 0 || timeMs[indexes[n - 1]!]! <= timeMs[i]!)
      ? indexes
      : indexes.slice().sort((a, b) => timeMs[a]! - timeMs[b]! || a - b);
  const plausibleIndexes = believedIndexes(reasons);
  for (const i of findClockFaults(sentTrack, plausibleIndexes, sortByTime(plausibleIndexes), settings))
    reasons[i] = reasonCode.clock;
  const ordered = sortByTime(believedIndexes(reasons));
  for (const i of markJumps(withTrustedSpeeds(sentTrack, settings, ordered), ordered, settings))
    reasons[i] = reasonCode.jump;

  const countByReason = new Uint32Array(suspectReasons.length);
  for (let i = 0; i < length; i++) countByReason[reasons[i]!]!++;
  const counts = Object.fromEntries(suspectReasons.map((name, i) => [name, countByReason[i]!])) as Record<
    SuspectReason,
    number
  >;
  return { reasons, counts, suspect: length - counts.none };
};

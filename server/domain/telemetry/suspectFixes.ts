import { findClockFaults } from './clockSteps.ts';
import { markJumps } from './jumps.ts';
import type { Track } from './positions.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { trustedIndexes } from './speeds.ts';

/** Reasons why a fix is suspect. `SuspectMarks.reasons` holds indexes of this list. */
export const suspectReasons = ['none', 'time', 'place', 'speed', 'jump', 'clock'] as const;
export type SuspectReason = (typeof suspectReasons)[number];
export const reasonCode = Object.fromEntries(suspectReasons.map((name, i) => [name, i])) as Record<
  SuspectReason,
  number
>;

/** `reasons`: one reason per fix. `counts`: number of fixes by reason. `suspect`: number of suspect fixes. */
export interface SuspectMarks {
  reasons: Uint8Array;
  counts: Record<SuspectReason, number>;
  suspect: number;
}

/**
 * Returns the code of the fault of a single fix, or of `none`. `nowMs`: moment when the fix arrived, ms since 1970.
 * Infinity: unknown.
 */
const reasonOf = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  i: number,
  nowMs: number,
  settings: TelemetrySettings,
): number => {
  const absLatitude = Math.abs(latitude[i]!);
  const absLongitude = Math.abs(longitude[i]!);
  // If the moment of arrival is not given, the age of the fix was judged on arrival and is not judged again.
  const earliestMs = Number.isFinite(nowMs) ? nowMs - settings.oldestFixAgeMs : Number.NEGATIVE_INFINITY;
  if (!(timeMs[i]! >= earliestMs && timeMs[i]! <= nowMs + settings.futureToleranceMs)) return reasonCode.time;
  // Receivers without a fix report 0/0, which is a place in the Gulf of Guinea.
  if (!(absLatitude <= 90 && absLongitude <= 180) || (absLatitude < 0.001 && absLongitude < 0.001))
    return reasonCode.place;
  return speedKmh[i]! > settings.maximumSpeedKmh ? reasonCode.speed : reasonCode.none;
};

/**
 * Marks impossible fixes and deletes none. Takes fixes in the order sent, because a sorted track does not show that a
 * clock stepped back.
 * Impossible times: older than `oldestFixAgeMs` at arrival, or after the arrival. For example, a GPS week counter that
 * ran over gives times 1024 weeks off.
 * Also impossible: positions off the globe or at 0/0, excessive speeds, clocks that step back, and jumps. The
 * receiver's speeds count if they agree with the positions.
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
  const plausibleIndexes = trustedIndexes(reasons);
  for (const i of findClockFaults(sentTrack, plausibleIndexes, sortByTime(plausibleIndexes), settings))
    reasons[i] = reasonCode.clock;
  const ordered = sortByTime(trustedIndexes(reasons));
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

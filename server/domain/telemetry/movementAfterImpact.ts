import { sliceTrack, type Track } from './positions.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import type { TelemetrySettings } from './settings.ts';
import { believedIndexes, speedsKmh } from './speeds.ts';
import { markSuspectFixes } from './suspectFixes.ts';

/** The vehicle's movement in the minute after an impact. Null: no believed fix shows it. */
export interface MovementAfterImpact {
  readonly standsAfter: boolean | null;
  /** Maximum speed in that time, km/h. */
  readonly speedLaterKmh: number | null;
}

/** Returns the movement after an impact. Takes a sorted track. */
export const movementAfterImpact = (
  sent: Track,
  impactMs: number,
  settings: TelemetrySettings,
): MovementAfterImpact => {
  const part = sliceTrack(sent, impactMs + settings.standsFromMs, impactMs + settings.standsToMs);
  const track = withTrustedSpeeds(part, settings);
  const kept = believedIndexes(markSuspectFixes(track, Number.POSITIVE_INFINITY, settings).reasons);
  let fastest = Number.NEGATIVE_INFINITY;
  for (const kmh of speedsKmh(track, kept, settings)) if (kmh > fastest) fastest = kmh;
  if (!Number.isFinite(fastest)) return { standsAfter: null, speedLaterKmh: null };
  return { standsAfter: fastest < settings.tripStartKmh, speedLaterKmh: fastest };
};

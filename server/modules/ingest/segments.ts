import { minuteMs } from '../../../src/schema/kinds/time.ts';
import { createRuler } from '../../domain/geo.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings, type TelemetrySettings } from '../../domain/telemetry/settings.ts';

/** Time after a fix within which the fix can influence where a segment begins, ms. */
export const influenceMs = (settings: TelemetrySettings = defaultSettings): number =>
  settings.standingMs + settings.tripEndMs;

const stoodBefore = (track: Track, i: number, settings: TelemetrySettings): boolean => {
  const { timeMs, latitude, longitude, speedKmh } = track;
  const rulerM = createRuler();
  for (let k = i; k >= 0; k--) {
    if (speedKmh[k]! > settings.tripStartKmh) return false;
    if (rulerM(latitude[k]!, longitude[k]!, latitude[i]!, longitude[i]!) > settings.standingRadiusM) return false;
    if (timeMs[i]! - timeMs[k]! >= settings.standingMs) return true;
    if (k > 0 && timeMs[k]! - timeMs[k - 1]! > settings.tripEndMs) return false;
  }
  return false;
};

/**
 * Indexes at which a sorted track splits into segments. Trips are cut from each segment independently.
 * A segment begins after a silence that ends any trip, and at each minute of standing still. So a device that never
 * sleeps makes no endless segment.
 * Whether a segment begins at a fix depends only on the fixes of the last `influenceMs`. So the order of arrival does
 * not matter, and new fixes change no distant segment.
 */
export const segmentStarts = (track: Track, settings: TelemetrySettings = defaultSettings): number[] => {
  const { timeMs } = track;
  const starts: number[] = [];
  for (let i = 1; i < timeMs.length; i++) {
    const silent = timeMs[i]! - timeMs[i - 1]! > settings.tripEndMs;
    const newMinute = Math.floor(timeMs[i]! / minuteMs) > Math.floor(timeMs[i - 1]! / minuteMs);
    if (silent || (newMinute && stoodBefore(track, i, settings))) starts.push(i);
  }
  return starts;
};

import { createRuler } from '../geo.ts';
import { createReach, gateTrack } from './gate.ts';
import type { Track } from './positions.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { believedIndexes, credibleSpeedKmh, speedsKmh } from './speeds.ts';

/** One trip: from its first to its last moving fix, both inside `fromIndex..toIndex` of the track. */
export interface Trip {
  startMs: number;
  endMs: number;
  fromIndex: number;
  toIndex: number;
  distanceKm: number;
  durationS: number;
  averageSpeedKmh: number;
  maximumSpeedKmh: number;
}

/**
 * Cuts a sorted track into trips. A trip begins with the first fix above `tripStartKmh` and ends with the last one
 * followed by `tripEndMs` at or below it, or by as long a silence; the wait itself belongs to no trip. With the
 * ignition reported off, only the receiver's own speed counts as movement: positions drift while parked.
 *
 * Distance is summed over positions at least `stationaryRadiusM` apart, so that standing adds nothing. Suspect fixes
 * are ignored: `reasons` is the gate's mask, computed here when absent.
 */
export const cutTrips = (
  track: Track,
  settings: TelemetrySettings = defaultSettings,
  reasons: Uint8Array = gateTrack(track, Number.POSITIVE_INFINITY, settings).reasons,
): Trip[] => {
  const { timeMs, latitude, longitude, speedKmh, ignition } = track;
  const { tripStartKmh, tripEndMs, stationaryRadiusM, minimumTripM } = settings;
  const kept = believedIndexes(reasons);
  const speeds = speedsKmh(track, kept, settings);
  const rulerM = createRuler();
  const reach = createReach(track, settings);
  const trips: Trip[] = [];

  let from = -1;
  let last = -1;
  let anchor = 0;
  let summedM = 0;
  let distanceM = 0;
  let maximumKmh = 0;

  const close = (): void => {
    if (from >= 0 && distanceM >= minimumTripM) {
      const startMs = timeMs[from]!;
      const endMs = timeMs[last]!;
      const durationS = (endMs - startMs) / 1000;
      trips.push({
        startMs,
        endMs,
        fromIndex: from,
        toIndex: last,
        distanceKm: distanceM / 1000,
        durationS,
        averageSpeedKmh: (distanceM / durationS) * 3.6,
        maximumSpeedKmh: maximumKmh,
      });
    }
    from = -1;
  };

  for (let k = 0; k < kept.length; k++) {
    const i = kept[k]!;
    const nowMs = timeMs[i]!;
    if (from >= 0 && nowMs - timeMs[last]! > tripEndMs) close();
    const moves = speeds[k]! > tripStartKmh && (ignition[i] !== 0 || speedKmh[i]! >= 0);
    if (from < 0) {
      if (!moves) continue;
      from = i;
      anchor = i;
      summedM = 0;
      distanceM = 0;
      maximumKmh = 0;
    }
    const metres = rulerM(latitude[anchor]!, longitude[anchor]!, latitude[i]!, longitude[i]!);
    if (moves || metres >= stationaryRadiusM) {
      // A step that cannot be driven in time is a jump the gate could not attribute to either side.
      if (reach(anchor, i)) summedM += metres;
      anchor = i;
    }
    if (!moves) continue;
    last = i;
    distanceM = summedM;
    if (speeds[k]! > maximumKmh) maximumKmh = Math.max(maximumKmh, credibleSpeedKmh(track, speeds, kept, k, settings));
  }
  close();
  return trips;
};

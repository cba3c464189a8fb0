import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { createReach } from './reach.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { believedIndexes, credibleSpeedKmh, mergeClose, speedsKmh } from './speeds.ts';
import { markSuspectFixes } from './suspectFixes.ts';

const middleOf = (values: Float64Array, kept: Uint32Array, from: number, to: number): number => {
  const sorted = Float64Array.from(kept.subarray(from, to), i => values[i]!).sort();
  return sorted[sorted.length >> 1]!;
};

/**
 * Marks the fixes in `kept` that belong to a parked car with drifting positions. `kept`: indexes of fixes that are not
 * suspect, by rising time.
 * A stay lasts at least `tripEndMs` within `tripCircleM` of its first fix (stay points, Li et al. 2008). A car drives
 * into the circle and out of it. So the parked part lies between the first and the last fix within `driftRadiusM` of
 * the middle.
 */
const parkedFixes = (track: Track, kept: Uint32Array, settings: TelemetrySettings): Uint8Array => {
  const { timeMs, latitude, longitude } = track;
  const { tripEndMs, tripCircleM, driftRadiusM } = settings;
  const rulerM = createRuler();
  const parked = new Uint8Array(kept.length);
  const markStay = (from: number, to: number): void => {
    const north = middleOf(latitude, kept, from, to);
    const east = middleOf(longitude, kept, from, to);
    const near = (k: number): boolean => rulerM(north, east, latitude[kept[k]!]!, longitude[kept[k]!]!) <= driftRadiusM;
    let first = from;
    while (first < to && !near(first)) first++;
    let last = to - 1;
    while (last > first && !near(last)) last--;
    parked.fill(1, first, last + 1);
  };

  // If the receiver gives all speeds, positions are not needed.
  const asked = kept.some(i => !(track.speedKmh[i]! >= 0));
  for (let from = 0; asked && from < kept.length; ) {
    const start = kept[from]!;
    let to = from + 1;
    for (; to < kept.length; to++) {
      const i = kept[to]!;
      if (timeMs[i]! - timeMs[kept[to - 1]!]! > tripEndMs) break;
      if (rulerM(latitude[start]!, longitude[start]!, latitude[i]!, longitude[i]!) > tripCircleM) break;
    }
    const stays = timeMs[kept[to - 1]!]! - timeMs[start]! >= tripEndMs;
    if (stays) markStay(from, to);
    from = stays ? to : from + 1;
  }
  return parked;
};

/** One trip, from its first to its last moving fix, both inside `fromIndex..toIndex` of the track. */
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
 * Cuts a sorted track into trips. A trip begins with the first fix above `tripStartKmh`. It ends with the last fix
 * above that speed before a stop or a silence of `tripEndMs`. The stop belongs to no trip.
 * With the ignition reported off, only the receiver's speed counts as movement, because positions drift while parked.
 * Without the receiver's speed, a stay of `tripEndMs` within `tripCircleM` is no movement. A trip must leave the circle
 * of that radius around its start.
 * Distance is summed over positions at least `stationaryRadiusM` apart, so that standing adds nothing. Suspect fixes
 * are ignored. `reasons`: those of `markSuspectFixes`, computed here if absent.
 */
export const cutTrips = (
  sent: Track,
  settings: TelemetrySettings = defaultSettings,
  reasons: Uint8Array = markSuspectFixes(sent, Number.POSITIVE_INFINITY, settings).reasons,
): Trip[] => {
  const believed = believedIndexes(reasons);
  const track = withTrustedSpeeds(sent, settings, believed);
  const { timeMs, latitude, longitude, speedKmh, ignition } = track;
  const { tripStartKmh, tripEndMs, stationaryRadiusM, tripCircleM } = settings;
  const kept = mergeClose(track, believed, settings);
  const parked = parkedFixes(track, kept, settings);
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
  let farthestM = 0;

  const close = (): void => {
    if (from >= 0 && farthestM > tripCircleM) {
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
    const received = speedKmh[i]! >= 0;
    const moves = speeds[k]! > tripStartKmh && (received || (ignition[i] !== 0 && parked[k] === 0));
    if (from < 0) {
      if (!moves) continue;
      from = i;
      anchor = i;
      summedM = 0;
      distanceM = 0;
      maximumKmh = 0;
      farthestM = 0;
    }
    const metres = rulerM(latitude[anchor]!, longitude[anchor]!, latitude[i]!, longitude[i]!);
    if (moves || metres >= stationaryRadiusM) {
      // A step that cannot be driven in time is a jump. `markSuspectFixes` could not tell which of its fixes is wrong.
      if (reach(anchor, i)) summedM += metres;
      anchor = i;
    }
    if (!moves) continue;
    last = i;
    distanceM = summedM;
    // A trip that has left the circle around its start stays a trip, so no further distances are needed.
    if (farthestM <= tripCircleM) farthestM = rulerM(latitude[from]!, longitude[from]!, latitude[i]!, longitude[i]!);
    if (speeds[k]! > maximumKmh) maximumKmh = Math.max(maximumKmh, credibleSpeedKmh(track, speeds, kept, k, settings));
  }
  close();
  return trips;
};

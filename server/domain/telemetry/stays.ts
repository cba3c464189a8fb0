import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';

const middleOf = (values: Float64Array, kept: Uint32Array, from: number, to: number): number => {
  const sorted = Float64Array.from(kept.subarray(from, to), i => values[i]!).sort();
  return sorted[sorted.length >> 1]!;
};

/**
 * Mask of the fixes in `kept` (believed, by rising time) that belong to a parked car with drifting positions.
 * A stay is at least `tripEndMs` within `tripCircleM` of its first fix (Li et al. 2008, stay points). The parked part
 * lies between the first and the last fix within `driftRadiusM` of the middle, because a car drives into the circle and
 * out of it.
 */
export const parkedFixes = (track: Track, kept: Uint32Array, settings: TelemetrySettings): Uint8Array => {
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

import { createRuler } from '../geo.ts';
import { createReach } from './gate.ts';
import type { Track } from './positions.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

/** Indexes of the fixes without a reason against them, in order. */
export const believedIndexes = (reasons: Uint8Array): Uint32Array => {
  const kept = new Uint32Array(reasons.length);
  let count = 0;
  for (let i = 0; i < reasons.length; i++) if (reasons[i] === 0) kept[count++] = i;
  return kept.subarray(0, count);
};

/**
 * Speed of each fix in `kept` (believed, by rising time), km/h: as the receiver says (Doppler, better than any
 * difference of places), else from the places half of `speedBaselineMs` before and after. Neither a silence that
 * would end a trip nor a jump is bridged; NaN where nothing is known.
 */
export const speedsKmh = (
  track: Track,
  kept: Uint32Array,
  settings: TelemetrySettings = defaultSettings,
): Float32Array => {
  const { timeMs, latitude, longitude, speedKmh } = track;
  const speeds = new Float32Array(kept.length);
  const rulerM = createRuler();
  const { speedBaselineMs, tripEndMs } = settings;
  const halfMs = speedBaselineMs / 2;
  const reach = createReach(track, settings);
  const joined = (a: number, b: number): boolean => timeMs[b]! - timeMs[a]! <= tripEndMs && reach(a, b);

  let back = 0;
  let ahead = 0;
  for (let k = 0; k < kept.length; k++) {
    const own = speedKmh[kept[k]!]!;
    if (own >= 0) {
      speeds[k] = own;
      continue;
    }
    const nowMs = timeMs[kept[k]!]!;
    if (k > 0 && ahead < k) {
      if (!joined(kept[k - 1]!, kept[k]!)) back = k;
      ahead = k;
    }
    while (back < k && nowMs - timeMs[kept[back + 1]!]! >= halfMs) back++;
    while (ahead < kept.length - 1 && timeMs[kept[ahead]!]! - nowMs < halfMs && joined(kept[ahead]!, kept[ahead + 1]!))
      ahead++;
    const from = kept[back]!;
    const to = kept[ahead]!;
    const metres = rulerM(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!);
    speeds[k] = from === to ? Number.NaN : (metres / (timeMs[to]! - timeMs[from]!)) * 3600;
  }
  return speeds;
};

/**
 * Speed at place `k`, cut down to what its neighbours could have reached or left it with at `maximumAccelerationMs2`:
 * a jump of one fix makes no maximum. km/h.
 */
export const credibleSpeedKmh = (
  speeds: Float32Array,
  kept: Uint32Array,
  timeMs: Float64Array,
  k: number,
  settings: TelemetrySettings,
): number => {
  const gainKmhPerMs = (settings.maximumAccelerationMs2 * 3.6) / 1000;
  let credible = speeds[k]!;
  if (k > 0) {
    const reachable = speeds[k - 1]! + (timeMs[kept[k]!]! - timeMs[kept[k - 1]!]!) * gainKmhPerMs;
    if (reachable < credible) credible = reachable;
  }
  if (k < kept.length - 1) {
    const reachable = speeds[k + 1]! + (timeMs[kept[k + 1]!]! - timeMs[kept[k]!]!) * gainKmhPerMs;
    if (reachable < credible) credible = reachable;
  }
  return credible;
};

import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { createReach } from './reach.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

/** Returns the indexes of the fixes that are not suspect, in the order of the track. */
export const believedIndexes = (reasons: Uint8Array): Uint32Array => {
  const kept = new Uint32Array(reasons.length);
  let count = 0;
  for (let i = 0; i < reasons.length; i++) if (reasons[i] === 0) kept[count++] = i;
  return kept.subarray(0, count);
};

/**
 * Returns the fixes of `kept` without those that follow another within `mergeWithinMs`. The movement between such fixes
 * is mostly noise.
 */
export const mergeClose = ({ timeMs }: Track, kept: Uint32Array, { mergeWithinMs }: TelemetrySettings): Uint32Array => {
  let lastMs = Number.NEGATIVE_INFINITY;
  return kept.filter(i => {
    if (timeMs[i]! - lastMs < mergeWithinMs) return false;
    lastMs = timeMs[i]!;
    return true;
  });
};

/**
 * Speed of each fix in `kept`, km/h. NaN: unknown. `kept`: indexes of fixes that are not suspect, by rising time.
 * Uses the receiver's speed (Doppler) if there is one, because it is better than differences of positions. Otherwise
 * uses the positions half of `speedBaselineMs` before and after the fix. Positions beyond a jump, or beyond a silence
 * that would end a trip, are not used.
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
    // Also checked for fixes with their own speed, because the next fix may have none.
    if (k > 0 && ahead < k) {
      if (!joined(kept[k - 1]!, kept[k]!)) back = k;
      ahead = k;
    }
    const own = speedKmh[kept[k]!]!;
    if (own >= 0) {
      speeds[k] = own;
      continue;
    }
    const nowMs = timeMs[kept[k]!]!;
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

interface Step {
  readonly kmh: number;
  readonly ms: number;
}

/** Lower median of the speed by time, km/h. Undefined without steps. */
const medianKmh = (steps: readonly Step[]): number | undefined => {
  const half = steps.reduce((sum, { ms }) => sum + ms, 0) / 2;
  let passedMs = 0;
  return [...steps]
    .sort((x, y) => x.kmh - y.kmh)
    .find(({ ms }) => {
      passedMs += ms;
      return passedMs >= half;
    })?.kmh;
};

/**
 * Speed at index `k` as far as its neighbours support it, km/h. So a jump does not become the maximum speed of a trip.
 * The result is at most the speed that is reachable from and to the neighbours at `maximumAccelerationMs2`.
 * A speed derived from positions is also limited to the median of the single steps around it, weighted by time. The
 * steps reach up to `speedBaselineMs` before and after. Jumps are less than half of these steps.
 */
export const credibleSpeedKmh = (
  track: Track,
  speeds: Float32Array,
  kept: Uint32Array,
  k: number,
  settings: TelemetrySettings,
): number => {
  const { timeMs, latitude, longitude, speedKmh } = track;
  const gainKmhPerMs = (settings.maximumAccelerationMs2 * 3.6) / 1000;
  const here = kept[k]!;
  const nowMs = timeMs[here]!;
  let credible = speeds[k]!;
  if (k > 0) credible = Math.min(credible, speeds[k - 1]! + (nowMs - timeMs[kept[k - 1]!]!) * gainKmhPerMs);
  if (k < kept.length - 1)
    credible = Math.min(credible, speeds[k + 1]! + (timeMs[kept[k + 1]!]! - nowMs) * gainKmhPerMs);
  if (speedKmh[here]! >= 0) return credible;

  const sideMs = settings.speedBaselineMs;
  const steps: Step[] = [];
  const rulerM = createRuler();
  const add = (a: number, b: number): void => {
    const from = kept[a]!;
    const to = kept[b]!;
    const stepMs = timeMs[to]! - timeMs[from]!;
    const kmh = (rulerM(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!) / stepMs) * 3600;
    steps.push({ kmh, ms: Math.min(stepMs, sideMs) });
  };
  for (let b = k; b > 0 && nowMs - timeMs[kept[b]!]! < sideMs; b--) add(b - 1, b);
  for (let a = k; a < kept.length - 1 && timeMs[kept[a]!]! - nowMs < sideMs; a++) add(a, a + 1);
  return Math.min(credible, medianKmh(steps) ?? credible);
};

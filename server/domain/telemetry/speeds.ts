import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { createReachTest } from './reach.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

/** Returns the indexes of the fixes that are not suspect, in the order of the track. */
export const trustedIndexes = (reasons: Uint8Array): Uint32Array => {
  const trusted = new Uint32Array(reasons.length);
  let count = 0;
  for (let i = 0; i < reasons.length; i++) if (reasons[i] === 0) trusted[count++] = i;
  return trusted.subarray(0, count);
};

/**
 * Returns the fixes of `fixIndexes` without those that follow another fix within `mergeWithinMs`. The movement between
 * such fixes is mostly noise.
 */
export const mergeClose = (
  { timeMs }: Track,
  fixIndexes: Uint32Array,
  { mergeWithinMs }: TelemetrySettings,
): Uint32Array => {
  let lastMs = Number.NEGATIVE_INFINITY;
  const kept = new Uint32Array(fixIndexes.length);
  let count = 0;
  for (const i of fixIndexes) {
    if (timeMs[i]! - lastMs < mergeWithinMs) continue;
    lastMs = timeMs[i]!;
    kept[count++] = i;
  }
  return kept.subarray(0, count);
};

/**
 * Speed of each fix in `fixIndexes`, km/h. NaN: unknown. `fixIndexes`: indexes of fixes that are not suspect, by rising
 * time.
 * Uses the receiver's speed (Doppler) if there is one, because it is better than differences of positions. Otherwise
 * uses the positions half of `speedBaselineMs` before and after the fix.
 * Positions beyond a jump, or beyond a silence that would end a trip, are not used.
 */
export const speedsKmh = (
  track: Track,
  fixIndexes: Uint32Array,
  settings: TelemetrySettings = defaultSettings,
): Float32Array => {
  const { timeMs, latitude, longitude, speedKmh } = track;
  const speeds = new Float32Array(fixIndexes.length);
  const rulerM = createRuler();
  const { speedBaselineMs, tripEndMs } = settings;
  const halfMs = speedBaselineMs / 2;
  const isReachable = createReachTest(track, settings);
  const areConnected = (a: number, b: number): boolean => timeMs[b]! - timeMs[a]! <= tripEndMs && isReachable(a, b);

  let backIndex = 0;
  let aheadIndex = 0;
  for (let k = 0; k < fixIndexes.length; k++) {
    // The gap before a fix is also checked if the fix has a receiver speed, because the next fix may have none.
    if (k > 0 && aheadIndex < k) {
      if (!areConnected(fixIndexes[k - 1]!, fixIndexes[k]!)) backIndex = k;
      aheadIndex = k;
    }
    const receiverKmh = speedKmh[fixIndexes[k]!]!;
    if (receiverKmh >= 0) {
      speeds[k] = receiverKmh;
      continue;
    }
    const nowMs = timeMs[fixIndexes[k]!]!;
    while (backIndex < k && nowMs - timeMs[fixIndexes[backIndex + 1]!]! >= halfMs) backIndex++;
    while (
      aheadIndex < fixIndexes.length - 1 &&
      timeMs[fixIndexes[aheadIndex]!]! - nowMs < halfMs &&
      areConnected(fixIndexes[aheadIndex]!, fixIndexes[aheadIndex + 1]!)
    )
      aheadIndex++;
    const from = fixIndexes[backIndex]!;
    const to = fixIndexes[aheadIndex]!;
    const metres = rulerM(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!);
    speeds[k] = from === to ? Number.NaN : (metres / (timeMs[to]! - timeMs[from]!)) * 3600;
  }
  return speeds;
};

interface Step {
  readonly kmh: number;
  readonly ms: number;
}

/** Lower median of the speeds, each weighted by its duration, km/h. Undefined without steps. */
const medianKmh = (steps: readonly Step[]): number | undefined => {
  const halfMs = steps.reduce((sum, { ms }) => sum + ms, 0) / 2;
  let passedMs = 0;
  return [...steps]
    .sort((x, y) => x.kmh - y.kmh)
    .find(({ ms }) => {
      passedMs += ms;
      return passedMs >= halfMs;
    })?.kmh;
};

/**
 * Returns the speed at index `k` as far as the fixes around support it, km/h. So a jump does not become the maximum
 * speed of a trip.
 * The result is at most the speed that is reachable from and to the neighbours at `maximumAccelerationMs2`.
 * A speed derived from positions is also limited to the median speed between neighbouring fixes, weighted by time. The
 * median takes fixes up to `speedBaselineMs` before and after, because jumps are fewer than half of these.
 */
export const credibleSpeedKmh = (
  track: Track,
  speeds: Float32Array,
  fixIndexes: Uint32Array,
  k: number,
  settings: TelemetrySettings,
): number => {
  const { timeMs, latitude, longitude, speedKmh } = track;
  const accelerationKmhPerMs = (settings.maximumAccelerationMs2 * 3.6) / 1000;
  const fix = fixIndexes[k]!;
  const nowMs = timeMs[fix]!;
  let credibleKmh = speeds[k]!;
  if (k > 0)
    credibleKmh = Math.min(credibleKmh, speeds[k - 1]! + (nowMs - timeMs[fixIndexes[k - 1]!]!) * accelerationKmhPerMs);
  if (k < fixIndexes.length - 1)
    credibleKmh = Math.min(credibleKmh, speeds[k + 1]! + (timeMs[fixIndexes[k + 1]!]! - nowMs) * accelerationKmhPerMs);
  if (speedKmh[fix]! >= 0) return credibleKmh;

  const windowMs = settings.speedBaselineMs;
  const steps: Step[] = [];
  const rulerM = createRuler();
  const addStep = (a: number, b: number): void => {
    const from = fixIndexes[a]!;
    const to = fixIndexes[b]!;
    const stepMs = timeMs[to]! - timeMs[from]!;
    const kmh = (rulerM(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!) / stepMs) * 3600;
    steps.push({ kmh, ms: Math.min(stepMs, windowMs) });
  };
  for (let b = k; b > 0 && nowMs - timeMs[fixIndexes[b]!]! < windowMs; b--) addStep(b - 1, b);
  for (let a = k; a < fixIndexes.length - 1 && timeMs[fixIndexes[a]!]! - nowMs < windowMs; a++) addStep(a, a + 1);
  return Math.min(credibleKmh, medianKmh(steps) ?? credibleKmh);
};

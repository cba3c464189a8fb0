import type { TelemetrySettings } from './settings.ts';

/** Standard gravity, m/s². */
export const gravityMs2 = 9.80665;
/** Velocity gained in a second at 1 g, km/h. */
export const kmhPerGSecond = gravityMs2 * 3.6;

/** Change of velocity, km/h, signed: each axis at its largest magnitude, the vector at the largest resultant. */
export interface DeltaV {
  alongKmh: number;
  acrossKmh: number;
  resultantKmh: number;
  vectorKmh: readonly [number, number];
  /**
   * Share of the largest change of velocity that remains after the event: the smallest share within `settledMs`. About
   * 1: a crash. About 0: the device was shaken. Below 0: it swung back.
   */
  remainingShare: number;
  /** Part of the resultant above what brakes cause at each moment, in its direction, km/h. */
  beyondBrakesKmh: number;
}

/**
 * Integrates samples in g, without the sensor's zero offset, by trapezoids from `zero` to `end`.
 * By 49 CFR 563, delta-v runs to `deltaVWindowMs` or to `deltaVTailMs` after the end of the event, whichever comes
 * first.
 */
export const computeDeltaV = (
  along: Float64Array,
  across: Float64Array,
  rateHz: number,
  { zero, end }: { readonly zero: number; readonly end: number },
  settings: TelemetrySettings,
): DeltaV => {
  const samplesIn = (ms: number): number => Math.round((ms / 1000) * rateHz);
  const last = along.length - 1;
  const windowEnd = zero + samplesIn(settings.deltaVWindowMs);
  const deltaVEnd = Math.min(last, windowEnd, end + samplesIn(settings.deltaVTailMs));
  // The remaining velocity is judged after the end of the event. For an event longer than the window it is judged after
  // the window.
  const remainderStart = Math.min(end, windowEnd);
  const remainderEnd = Math.min(last, remainderStart + samplesIn(settings.settledMs));
  const kmhPerHalfStep = kmhPerGSecond / rateHz / 2;
  let a = 0;
  let b = 0;
  let alongKmh = 0;
  let acrossKmh = 0;
  let largestSquared = 0;
  let vectorA = 0;
  let vectorB = 0;
  let remainingProduct = Number.POSITIVE_INFINITY;
  for (let i = zero + 1; i <= Math.max(deltaVEnd, remainderEnd); i++) {
    a += (along[i - 1]! + along[i]!) * kmhPerHalfStep;
    b += (across[i - 1]! + across[i]!) * kmhPerHalfStep;
    if (i <= deltaVEnd) {
      if (a * a > alongKmh * alongKmh) alongKmh = a;
      if (b * b > acrossKmh * acrossKmh) acrossKmh = b;
      const squared = a * a + b * b;
      if (squared > largestSquared) {
        largestSquared = squared;
        vectorA = a;
        vectorB = b;
      }
    }
    if (i > remainderStart) remainingProduct = Math.min(remainingProduct, a * vectorA + b * vectorB);
  }
  const resultantKmh = Math.sqrt(largestSquared);
  const brakesG = settings.maximumAccelerationMs2 / gravityMs2;
  let beyondKmh = 0;
  let beyondBrakesKmh = 0;
  for (let i = zero; resultantKmh > 0 && i <= deltaVEnd; i++) {
    const g = (along[i]! * vectorA + across[i]! * vectorB) / resultantKmh;
    beyondKmh += 2 * kmhPerHalfStep * Math.sign(g) * Math.max(0, Math.abs(g) - brakesG);
    beyondBrakesKmh = Math.max(beyondBrakesKmh, beyondKmh);
  }
  const remainingShare =
    largestSquared > 0 && Number.isFinite(remainingProduct) ? remainingProduct / largestSquared : 1;
  return {
    alongKmh,
    acrossKmh,
    resultantKmh,
    vectorKmh: [vectorA, vectorB],
    remainingShare,
    beyondBrakesKmh,
  };
};

/**
 * Direction that a push came from, degrees clockwise seen from above (0 front, 90 right, 180 rear, 270 left). Computed
 * from the change of velocity in the vehicle frame (x forward, y left). Null without a change.
 */
export const directionDeg = (alongChange: number, acrossChange: number): number | null => {
  if (alongChange === 0 && acrossChange === 0) return null;
  const degrees = (Math.atan2(acrossChange, -alongChange) * 180) / Math.PI;
  return (degrees + 360) % 360;
};

import type { TelemetrySettings } from './settings.ts';

/** Standard gravity, m/s². */
export const gravityMs2 = 9.80665;
const kmhPerGSecond = gravityMs2 * 3.6;

/** Change of velocity, km/h, signed: each axis at its largest magnitude, the vector at the largest resultant. */
export interface DeltaV {
  alongKmh: number;
  acrossKmh: number;
  resultantKmh: number;
  vectorKmh: readonly [number, number];
}

/**
 * Crash time zero (49 CFR 563.5): going back from the peak, the first sample of the last `onsetWindowMs` in which the
 * velocity changed by no more than `onsetDeltaVKmh`. Below 50 Hz the window is one interval, with the same limit.
 */
export const timeZeroIndex = (
  along: Float64Array,
  across: Float64Array,
  rateHz: number,
  peak: number,
  settings: TelemetrySettings,
): number => {
  const window = Math.max(1, Math.round((settings.onsetWindowMs / 1000) * rateHz));
  const limitGSamples = (settings.onsetDeltaVKmh / kmhPerGSecond / settings.onsetWindowMs) * 1000 * window;
  const squaredLimit = limitGSamples * limitGSamples;
  let a = 0;
  let b = 0;
  for (let i = peak; i > 0; i--) {
    // Sum of trapezoids between i - window and i, g × samples.
    a += (along[i]! + along[i - 1]!) / 2;
    b += (across[i]! + across[i - 1]!) / 2;
    const left = i + window;
    if (left <= peak) {
      a -= (along[left]! + along[left - 1]!) / 2;
      b -= (across[left]! + across[left - 1]!) / 2;
    }
    if (left - 1 <= peak && a * a + b * b <= squaredLimit) return i - 1;
  }
  return 0;
};

/** Trapezoidal integral from `zero` over `deltaVWindowMs`; samples in g with the mean before the impact removed. */
export const deltaVFrom = (
  along: Float64Array,
  across: Float64Array,
  rateHz: number,
  zero: number,
  settings: TelemetrySettings,
): DeltaV => {
  const end = Math.min(along.length - 1, zero + Math.round((settings.deltaVWindowMs / 1000) * rateHz));
  const kmhPerHalfStep = kmhPerGSecond / rateHz / 2;
  let a = 0;
  let b = 0;
  let alongKmh = 0;
  let acrossKmh = 0;
  let largestSquared = 0;
  let vectorA = 0;
  let vectorB = 0;
  for (let i = zero + 1; i <= end; i++) {
    a += (along[i - 1]! + along[i]!) * kmhPerHalfStep;
    b += (across[i - 1]! + across[i]!) * kmhPerHalfStep;
    if (a * a > alongKmh * alongKmh) alongKmh = a;
    if (b * b > acrossKmh * acrossKmh) acrossKmh = b;
    const squared = a * a + b * b;
    if (squared > largestSquared) {
      largestSquared = squared;
      vectorA = a;
      vectorB = b;
    }
  }
  return { alongKmh, acrossKmh, resultantKmh: Math.sqrt(largestSquared), vectorKmh: [vectorA, vectorB] };
};

/**
 * Direction a push came from, degrees clockwise seen from above (0 front, 90 right, 180 rear, 270 left), from the
 * change of velocity in the vehicle frame (x forward, y left). Null without a change.
 */
export const directionDeg = (alongChange: number, acrossChange: number): number | null => {
  if (alongChange === 0 && acrossChange === 0) return null;
  const degrees = (Math.atan2(acrossChange, -alongChange) * 180) / Math.PI;
  return (degrees + 360) % 360;
};

import type { CurveSamples } from './curves.ts';
import type { TelemetrySettings } from './settings.ts';
import { lengthOf, meanOf, type Vector } from './vectors.ts';

/** Whether a sensor at rest can have this mean acceleration, g. Its length must be nearly 1 g. */
export const canBeRest = (mean: Vector, { restToleranceG }: TelemetrySettings): boolean =>
  Math.abs(lengthOf(mean) - 1) <= restToleranceG;

/**
 * Direction of up in a device's axes, g: the mean of the acceleration sent while driving. Braking and bends cancel out
 * over minutes.
 * Null with less than `gravityFromMs` of samples, or if the mean cannot be gravity.
 */
export const gravityOfTrips = (curves: Iterable<CurveSamples>, settings: TelemetrySettings): Vector | null => {
  let seconds = 0;
  const sum: [number, number, number] = [0, 0, 0];
  for (const { longitudinalG, lateralG, verticalG, rateHz } of curves) {
    const length = longitudinalG.length;
    seconds += length / rateHz;
    [longitudinalG, lateralG, verticalG].forEach((axis, n) => {
      sum[n]! += (meanOf(axis, 0, length) * length) / rateHz;
    });
  }
  if (seconds * 1000 < settings.gravityFromMs) return null;
  const mean: Vector = [sum[0] / seconds, sum[1] / seconds, sum[2] / seconds];
  return canBeRest(mean, settings) ? mean : null;
};

/**
 * Number of samples that are surely before the impact: a quarter of those before the largest sample of all three axes.
 * A recording without a blow counts as a whole.
 */
const countSamplesBeforeImpact = (
  { longitudinalG: x, lateralG: y, verticalG: z }: CurveSamples,
  { uprightToleranceG }: TelemetrySettings,
): number => {
  let peak = 0;
  let peakSquared = -1;
  for (let i = 0; i < x.length; i++) {
    const squared = x[i]! * x[i]! + y[i]! * y[i]! + z[i]! * z[i]!;
    if (squared > peakSquared) {
      peakSquared = squared;
      peak = i;
    }
  }
  const hasBlow = peakSquared > (1 + uprightToleranceG) ** 2;
  return (hasBlow ? peak : x.length) >> 2;
};

/**
 * Acceleration of the sensor at rest before the impact, in the axes of the curve: the mean of the first samples, g.
 * While the two halves of these samples differ, only the first half is taken: the car begins to brake, slide or turn.
 * Null: less than `baselineFromMs` without such a drift.
 */
export const restBeforeImpact = (curve: CurveSamples, settings: TelemetrySettings): Vector | null => {
  const axes = [curve.longitudinalG, curve.lateralG, curve.verticalG] as const;
  for (let count = countSamplesBeforeImpact(curve, settings); ; count >>= 1) {
    if (count < 2 || (count / curve.rateHz) * 1000 < settings.baselineFromMs) return null;
    const middle = count >> 1;
    const isDrifting = axes.some(
      axis => Math.abs(meanOf(axis, 0, middle) - meanOf(axis, middle, count)) > settings.restDriftG,
    );
    if (!isDrifting) return [meanOf(axes[0], 0, count), meanOf(axes[1], 0, count), meanOf(axes[2], 0, count)];
  }
};

/**
 * Gravity from the recording itself, g: the rest before the impact. Null: a sensor at rest cannot have this mean.
 * Braking before the impact tilts the result by up to 24°.
 */
export const gravityBeforeImpact = (curve: CurveSamples, settings: TelemetrySettings): Vector | null => {
  const restG = restBeforeImpact(curve, settings);
  return restG && canBeRest(restG, settings) ? restG : null;
};

/**
 * Rough direction of up from the recording itself, g: the mean before the impact, though the car braked or turned and
 * tilted it. Null: less than `baselineFromMs`, or the mean differs from 1 g by more than `roughRestToleranceG`.
 */
export const roughGravityBeforeImpact = (curve: CurveSamples, settings: TelemetrySettings): Vector | null => {
  const count = countSamplesBeforeImpact(curve, settings);
  if ((count / curve.rateHz) * 1000 < settings.baselineFromMs) return null;
  const { longitudinalG, lateralG, verticalG } = curve;
  const mean: Vector = [meanOf(longitudinalG, 0, count), meanOf(lateralG, 0, count), meanOf(verticalG, 0, count)];
  return Math.abs(lengthOf(mean) - 1) <= settings.roughRestToleranceG ? mean : null;
};

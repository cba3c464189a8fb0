import type { CurveSamples } from './curves.ts';
import type { TelemetrySettings } from './settings.ts';
import { meanOf, sizeOf, type Vector } from './vectors.ts';

/** Whether a mean acceleration, g, can come from a sensor at rest. */
export const canBeRest = (mean: Vector, { restToleranceG }: TelemetrySettings): boolean =>
  Math.abs(sizeOf(mean) - 1) <= restToleranceG;

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
 * Gravity from the recording itself, g: the mean of the samples before the impact.
 * Null with less than `baselineFromMs` of samples, with a drift, or if a sensor at rest cannot have this mean. Braking
 * before the impact tilts the result by up to 24°.
 */
export const gravityOfRecord = (
  { longitudinalG: x, lateralG: y, verticalG: z, rateHz }: CurveSamples,
  before: number,
  settings: TelemetrySettings,
): Vector | null => {
  if ((before / rateHz) * 1000 < settings.baselineFromMs) return null;
  const half = before >> 1;
  const mean: Vector = [meanOf(x, 0, before), meanOf(y, 0, before), meanOf(z, 0, before)];
  const drifts = [x, y, z].some(
    axis => Math.abs(meanOf(axis, 0, half) - meanOf(axis, half, before)) > settings.restDriftG,
  );
  return !drifts && canBeRest(mean, settings) ? mean : null;
};

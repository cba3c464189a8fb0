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
 * Gravity from the recording itself, g: the mean of the samples before the impact.
 * Null with less than `baselineFromMs` of samples, with a drift, or if a sensor at rest cannot have this mean. Braking
 * before the impact tilts the result by up to 24°.
 */
export const gravityOfRecord = (
  { longitudinalG: x, lateralG: y, verticalG: z, rateHz }: CurveSamples,
  samplesBefore: number,
  settings: TelemetrySettings,
): Vector | null => {
  if ((samplesBefore / rateHz) * 1000 < settings.baselineFromMs) return null;
  const middle = samplesBefore >> 1;
  const mean: Vector = [meanOf(x, 0, samplesBefore), meanOf(y, 0, samplesBefore), meanOf(z, 0, samplesBefore)];
  const isDrifting = [x, y, z].some(
    axis => Math.abs(meanOf(axis, 0, middle) - meanOf(axis, middle, samplesBefore)) > settings.restDriftG,
  );
  return !isDrifting && canBeRest(mean, settings) ? mean : null;
};

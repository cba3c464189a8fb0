import type { CurveSamples } from './curves.ts';
import type { TelemetrySettings } from './settings.ts';
import { meanOf, sizeOf, type Vector } from './vectors.ts';

/** Whether a mean acceleration, g, can be that of a sensor at rest. */
export const canBeRest = (mean: Vector, { restToleranceG }: TelemetrySettings): boolean =>
  Math.abs(sizeOf(mean) - 1) <= restToleranceG;

/**
 * Where up is in a device's axes, g: the mean of the acceleration it sent while driving (braking and bends cancel out
 * over minutes). Null under `gravityFromMs` of samples, or where they cannot be gravity.
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
 * Gravity as the record itself has it: the mean of what lies before the impact, if there are at least `baselineFromMs`
 * of it, it does not drift, and it can be rest. Braking before the impact tilts it, by up to 24°.
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

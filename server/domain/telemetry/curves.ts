import type { Curve } from '../../../src/contract/shapes/telemetry.ts';
import { momentMs } from '../moment.ts';

/** Three-axis acceleration in g at a constant rate: the API's type `Curve` as typed arrays of one length. */
export interface CurveSamples {
  startMs: number;
  rateHz: number;
  longitudinalG: Float64Array;
  lateralG: Float64Array;
  verticalG: Float64Array;
  /** Largest magnitude that the sensor can report, g. Null: unknown. */
  rangeG: number | null;
  /**
   * Axes of the curve. `vehicle`: x forward, y left, z up, with gravity included. `device`: the directions of the axes
   * are unknown.
   */
  frame: Curve['Frame'];
}

/** Converts a curve of the API. Axes of unequal length are cut to the shortest. */
export const curveSamplesOf = (curve: Curve): CurveSamples => {
  const length = Math.min(curve.Longitudinal.length, curve.Lateral.length, curve.Vertical.length);
  const take = (axis: readonly number[]): Float64Array => Float64Array.from({ length }, (_, i) => axis[i]!);
  return {
    startMs: momentMs(curve.Start),
    rateHz: curve.RateHz,
    longitudinalG: take(curve.Longitudinal),
    lateralG: take(curve.Lateral),
    verticalG: take(curve.Vertical),
    rangeG: curve.RangeG ?? null,
    frame: curve.Frame,
  };
};

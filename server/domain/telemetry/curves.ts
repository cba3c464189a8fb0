import type { Curve } from '../../../src/contract/shapes/telemetry.ts';
import { momentMs } from '../moment.ts';

/** Three-axis acceleration in g at a constant rate: the wire's `Curve` as typed arrays of one length. */
export interface CurveSamples {
  startMs: number;
  rateHz: number;
  longitudinalG: Float64Array;
  lateralG: Float64Array;
  verticalG: Float64Array;
  /** Largest magnitude that the sensor reports, g. Null: unknown. */
  rangeG: number | null;
  /** `vehicle`: x forward, y left, z up with gravity. `device`: axes unknown. */
  frame: Curve['Frame'];
}

/** Converts a wire curve. Axes of unequal length are cut to the shortest. */
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

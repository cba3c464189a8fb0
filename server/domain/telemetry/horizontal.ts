import type { CurveSamples } from './curves.ts';
import { gravityBeforeImpact, roughGravityBeforeImpact } from './gravity.ts';
import type { TelemetrySettings } from './settings.ts';
import { lengthOf, meanOf, type Vector } from './vectors.ts';

/**
 * Acceleration along two horizontal axes, g. `isOriented`: the car's axes, forward and left. Otherwise any two
 * orthogonal axes.
 */
export interface Horizontal {
  along: Float64Array;
  across: Float64Array;
  /** False: the mounting of the device is unknown. Only the resultant of both axes is meaningful then. */
  isOriented: boolean;
  /**
   * Source from which the upward direction is known. `rough`: braking or a bend tilts it by up to some 45°. `none`: it
   * is unknown, so the axis whose values vary least is left out.
   */
  upSource: 'frame' | 'trips' | 'record' | 'rough' | 'none';
  /** Upward direction in the axes of the curve, a vector of length 1. Null: unknown. */
  up: Vector | null;
}

/** Index of the sample with the largest resultant of two axes. Among equal ones it is the first. */
export const peakIndex = (a: Float64Array, b: Float64Array): number => {
  let peak = 0;
  let peakSquared = -1;
  for (let i = 0; i < a.length; i++) {
    const x = a[i]!;
    const y = b[i]!;
    const squared = x * x + y * y;
    if (squared > peakSquared) {
      peakSquared = squared;
      peak = i;
    }
  }
  return peak;
};

const sumOfSquaredDeviations = (values: Float64Array): number => {
  const mean = meanOf(values, 0, values.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i]! - mean) ** 2;
  return sum;
};

/** Two unit vectors orthogonal to `up` and to each other. */
const planeOrthogonalTo = ([x, y, z]: Vector): readonly [Vector, Vector] => {
  // Starts from the axis furthest from `up` to avoid a division by almost zero.
  const seed: Vector = Math.abs(x) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const projection = seed[0] * x + seed[1] * y + seed[2] * z;
  const ux = seed[0] - projection * x;
  const uy = seed[1] - projection * y;
  const uz = seed[2] - projection * z;
  const size = Math.hypot(ux, uy, uz);
  const u: Vector = [ux / size, uy / size, uz / size];
  return [u, [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]]];
};

/** The horizontal plane of a curve. `tripGravity`: gravity in the device's axes from its trips, g. Null: unknown. */
export const horizontalOf = (
  curve: CurveSamples,
  tripGravity: Vector | null,
  settings: TelemetrySettings,
): Horizontal => {
  const { longitudinalG: x, lateralG: y, verticalG: z } = curve;
  if (curve.frame === 'vehicle') return { along: x, across: y, isOriented: true, upSource: 'frame', up: [0, 0, 1] };

  const recordedGravity = gravityBeforeImpact(curve, settings);
  const gravity = tripGravity ?? recordedGravity ?? roughGravityBeforeImpact(curve, settings);
  if (!gravity) {
    const [first, second] = [x, y, z].sort((a, b) => sumOfSquaredDeviations(b) - sumOfSquaredDeviations(a)) as [
      Float64Array,
      Float64Array,
    ];
    return { along: first, across: second, isOriented: false, upSource: 'none', up: null };
  }
  const gravityG = lengthOf(gravity);
  const up: Vector = [gravity[0] / gravityG, gravity[1] / gravityG, gravity[2] / gravityG];
  const [u, v] = planeOrthogonalTo(up);
  const along = new Float64Array(x.length);
  const across = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) {
    // Gravity is orthogonal to the plane, so the projection removes it.
    along[i] = x[i]! * u[0] + y[i]! * u[1] + z[i]! * u[2];
    across[i] = x[i]! * v[0] + y[i]! * v[1] + z[i]! * v[2];
  }
  const upSource = tripGravity ? 'trips' : recordedGravity ? 'record' : 'rough';
  return { along, across, isOriented: false, upSource, up };
};

import type { CurveSamples } from './curves.ts';

/** The two horizontal axes, g, minus the mean of `quiet` samples: along and across, or arbitrary when rotated. */
export interface Horizontal {
  along: Float64Array;
  across: Float64Array;
  /** False: the mounting is unknown, so only the resultant is meaningful. */
  oriented: boolean;
}

type Vector = readonly [number, number, number];

export const meanOf = (values: Float64Array, from: number, to: number): number => {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return to > from ? sum / (to - from) : 0;
};

/** Index of the largest resultant of two axes minus their offsets; the first of equals. */
export const peakIndex = (a: Float64Array, b: Float64Array, offsetA = 0, offsetB = 0): number => {
  let peak = 0;
  let peakSquared = -1;
  for (let i = 0; i < a.length; i++) {
    const x = a[i]! - offsetA;
    const y = b[i]! - offsetB;
    const squared = x * x + y * y;
    if (squared > peakSquared) {
      peakSquared = squared;
      peak = i;
    }
  }
  return peak;
};

const shifted = (values: Float64Array, byG: number): Float64Array => {
  const result = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) result[i] = values[i]! - byG;
  return result;
};

const energy = (values: Float64Array): number => {
  const mean = meanOf(values, 0, values.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i]! - mean) ** 2;
  return sum;
};

/** A larger difference between the means of two halves is not rest. */
const restDriftG = 0.25;

/** Mean of the first `count` samples if at rest, else 0: a late recording starts within the impact. */
const restMean = (values: Float64Array, count: number): number => {
  const half = count >> 1;
  const drift = Math.abs(meanOf(values, 0, half) - meanOf(values, half, count));
  return drift > restDriftG ? 0 : meanOf(values, 0, count);
};

/**
 * Mean of the first quarter before the largest sample, per axis: surely before the impact. In the device frame this is
 * gravity, so the peak is sought on all three axes there.
 */
const quietMean = ({ longitudinalG: x, lateralG: y, verticalG: z, frame }: CurveSamples): Vector => {
  let peak = 0;
  let peakSquared = -1;
  for (let i = 0; i < x.length; i++) {
    const vertical = frame === 'vehicle' ? 0 : z[i]!;
    const squared = x[i]! * x[i]! + y[i]! * y[i]! + vertical * vertical;
    if (squared > peakSquared) {
      peakSquared = squared;
      peak = i;
    }
  }
  const quiet = peak >> 2;
  return [restMean(x, quiet), restMean(y, quiet), restMean(z, quiet)];
};

/** Two unit vectors orthogonal to `up` and to each other. */
const planeAcross = ([x, y, z]: Vector): readonly [Vector, Vector] => {
  // Starts from the axis furthest from `up` to avoid dividing by almost zero.
  const seed: Vector = Math.abs(x) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const along = seed[0] * x + seed[1] * y + seed[2] * z;
  const ux = seed[0] - along * x;
  const uy = seed[1] - along * y;
  const uz = seed[2] - along * z;
  const size = Math.hypot(ux, uy, uz);
  const u: Vector = [ux / size, uy / size, uz / size];
  return [u, [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]]];
};

export const horizontalOf = (curve: CurveSamples): Horizontal => {
  const { longitudinalG: x, lateralG: y, verticalG: z } = curve;
  const mean = quietMean(curve);
  if (curve.frame === 'vehicle') return { along: shifted(x, mean[0]), across: shifted(y, mean[1]), oriented: true };

  const gravityG = Math.hypot(...mean);
  if (gravityG < 0.5) {
    // Without gravity to find up by: drop the axis with the least motion, which understates little.
    const [first, second] = [x, y, z].sort((a, b) => energy(b) - energy(a)) as [Float64Array, Float64Array];
    return { along: shifted(first, 0), across: shifted(second, 0), oriented: false };
  }
  const [u, v] = planeAcross([mean[0] / gravityG, mean[1] / gravityG, mean[2] / gravityG]);
  const along = new Float64Array(x.length);
  const across = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) {
    // Gravity is orthogonal to the plane, so projecting removes it.
    along[i] = x[i]! * u[0] + y[i]! * u[1] + z[i]! * u[2];
    across[i] = x[i]! * v[0] + y[i]! * v[1] + z[i]! * v[2];
  }
  return { along, across, oriented: false };
};

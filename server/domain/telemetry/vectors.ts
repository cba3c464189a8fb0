/** Acceleration along three axes, g. */
export type Vector = readonly [number, number, number];

/** Length of a vector, g. */
export const lengthOf = (vector: Vector): number => Math.hypot(...vector);

/** Scalar product of two vectors. */
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Mean of the samples `from` ≤ i < `to`. 0 without samples. */
export const meanOf = (values: Float64Array, from: number, to: number): number => {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return to > from ? sum / (to - from) : 0;
};

/**
 * Returns the samples `from` ≤ i < `to` minus the sensor's zero offset. Returns fewer samples if the recording ends
 * before `to`.
 */
export const withoutZero = (values: Float64Array, zeroG: number, from = 0, to = values.length): Float64Array => {
  const shifted = values.slice(from, to);
  for (let i = 0; i < shifted.length; i++) shifted[i]! -= zeroG;
  return shifted;
};

/** Acceleration along three axes, g. */
export type Vector = readonly [number, number, number];

/** Size of a vector, g. */
export const sizeOf = (vector: Vector): number => Math.hypot(...vector);

/** Mean of samples `from` ≤ i < `to`; 0 without any. */
export const meanOf = (values: Float64Array, from: number, to: number): number => {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return to > from ? sum / (to - from) : 0;
};

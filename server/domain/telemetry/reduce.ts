/**
 * Returns the indexes of the samples to keep, so that `series` (parallel, equally long) can be drawn with at most
 * `maxPoints` of them.
 * Keeps the lowest and highest value of every series in each stretch of time, as M4 does (Jugel et al., VLDB 2014).
 * Also keeps both ends. The indexes rise and apply to all series. NaN is skipped.
 * Ends and overall extremes are kept even if `maxPoints` is too small for them.
 */
export const reduceIndexes = (series: readonly ArrayLike<number>[], maxPoints: number): Uint32Array => {
  const length = series[0]?.length ?? 0;
  for (const values of series)
    if (values.length !== length) throw new RangeError(`series of ${values.length} and ${length} samples side by side`);
  if (length <= maxPoints) return Uint32Array.from({ length }, (_, i) => i);

  const stretches = Math.max(1, Math.floor((maxPoints - 2) / (2 * series.length)));
  const isKept = new Uint8Array(length);
  isKept[0] = 1;
  isKept[length - 1] = 1;
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * length) / stretches);
    const to = Math.floor(((stretch + 1) * length) / stretches);
    for (const values of series) keepExtremes(values, from, to, isKept);
  }

  let keptCount = 0;
  for (let i = 0; i < length; i++) keptCount += isKept[i]!;
  const indexes = new Uint32Array(keptCount);
  for (let i = 0, position = 0; i < length; i++) if (isKept[i]) indexes[position++] = i;
  return indexes;
};

const keepExtremes = (values: ArrayLike<number>, from: number, to: number, isKept: Uint8Array): void => {
  let lowest = -1;
  let highest = -1;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    if (lowest < 0 || value < values[lowest]!) lowest = i;
    if (highest < 0 || value > values[highest]!) highest = i;
  }
  if (lowest >= 0) isKept[lowest] = 1;
  if (highest >= 0) isKept[highest] = 1;
};

/** Returns the values at `indexes` as a plain array, which can be sent as JSON. */
export const pickValues = (values: ArrayLike<number>, indexes: Uint32Array): number[] =>
  Array.from(indexes, i => values[i]!);

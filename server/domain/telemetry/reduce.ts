/**
 * Indexes of the samples to keep, so that `series` (parallel, equally long) can be drawn with at most `points` of them.
 * Keeps the lowest and highest value of every series in each stretch of time, as M4 does (Jugel et al., VLDB 2014),
 * plus both ends. All series share the indexes, which rise. NaN is skipped.
 * Ends and overall extremes are kept even if `points` is too small for them.
 */
export const reduceIndexes = (series: readonly ArrayLike<number>[], points: number): Uint32Array => {
  const length = series[0]?.length ?? 0;
  for (const values of series)
    if (values.length !== length) throw new RangeError(`series of ${values.length} and ${length} samples side by side`);
  if (length <= points) return Uint32Array.from({ length }, (_, i) => i);

  const stretches = Math.max(1, Math.floor((points - 2) / (2 * series.length)));
  const keep = new Uint8Array(length);
  keep[0] = 1;
  keep[length - 1] = 1;
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * length) / stretches);
    const to = Math.floor(((stretch + 1) * length) / stretches);
    for (const values of series) keepExtremes(values, from, to, keep);
  }

  let kept = 0;
  for (let i = 0; i < length; i++) kept += keep[i]!;
  const indexes = new Uint32Array(kept);
  for (let i = 0, at = 0; i < length; i++) if (keep[i]) indexes[at++] = i;
  return indexes;
};

const keepExtremes = (values: ArrayLike<number>, from: number, to: number, keep: Uint8Array): void => {
  let lowest = -1;
  let highest = -1;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    if (lowest < 0 || value < values[lowest]!) lowest = i;
    if (highest < 0 || value > values[highest]!) highest = i;
  }
  if (lowest >= 0) keep[lowest] = 1;
  if (highest >= 0) keep[highest] = 1;
};

/** The values at `indexes`, ready for the wire. */
export const pickValues = (values: ArrayLike<number>, indexes: Uint32Array): number[] =>
  Array.from(indexes, i => values[i]!);

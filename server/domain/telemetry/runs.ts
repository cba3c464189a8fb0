/** A stretch of samples on one side of zero, indexes inclusive. */
export interface Run {
  readonly from: number;
  readonly to: number;
  /** 1: above zero, -1: below. */
  readonly sign: 1 | -1;
  /** Greatest and mean magnitude. */
  readonly peak: number;
  readonly mean: number;
}

/**
 * Stretches whose magnitude stays at or above `leave` on one side of zero for at least `fewest` samples and reaches
 * `enter`. NaN ends a stretch.
 */
export const runsOf = (values: Float64Array, enter: number, leave: number, fewest: number): Run[] => {
  const runs: Run[] = [];
  let from = -1;
  let sign: 1 | -1 = 1;
  let peak = 0;
  let sum = 0;
  for (let i = 0; i <= values.length; i++) {
    const value = i < values.length ? values[i]! : Number.NaN;
    if (from >= 0 && value * sign >= leave) {
      if (value * sign > peak) peak = value * sign;
      sum += value * sign;
      continue;
    }
    if (from >= 0 && peak >= enter && i - from >= fewest)
      runs.push({ from, to: i - 1, sign, peak, mean: sum / (i - from) });
    from = -1;
    if (value >= leave || value <= -leave) {
      from = i;
      sign = value > 0 ? 1 : -1;
      peak = value * sign;
      sum = peak;
    }
  }
  return runs;
};

/** Head injury criterion with its window, seconds from the first sample. */
export interface Hic {
  value: number;
  fromS: number;
  toS: number;
}

/**
 * Largest (t2 - t1) · mean(a)^2.5 over all windows up to `windowMs` (15 or 36). `resultantG`: the head's resultant in g
 * at CFC 1000.
 * The criterion needs a dummy, so no tracker has it. It verifies filter and integration on official values.
 * @NOTE Tries every pair, samples × window: for crash tests, not for streams.
 */
export const hic = (resultantG: ArrayLike<number>, rateHz: number, windowMs: number): Hic => {
  const length = resultantG.length;
  const integral = new Float64Array(length);
  for (let i = 1; i < length; i++) integral[i] = integral[i - 1]! + (resultantG[i - 1]! + resultantG[i]!) / 2 / rateHz;
  const maxSamples = Math.round((windowMs / 1000) * rateHz);
  const best: Hic = { value: 0, fromS: 0, toS: 0 };
  for (let start = 0; start < length; start++) {
    const end = Math.min(length - 1, start + maxSamples);
    for (let to = start + 1; to <= end; to++) {
      const seconds = (to - start) / rateHz;
      const meanG = (integral[to]! - integral[start]!) / seconds;
      const value = meanG > 0 ? seconds * meanG ** 2.5 : 0;
      if (value <= best.value) continue;
      best.value = value;
      best.fromS = start / rateHz;
      best.toS = to / rateHz;
    }
  }
  return best;
};

/**
 * Highest value that the resultant reaches or exceeds for 3 ms without a break, in the unit of the samples (chest: g at
 * CFC 180).
 */
export const clip3Ms = (resultant: ArrayLike<number>, rateHz: number): number => {
  const windowSamples = Math.round(0.003 * rateHz) + 1;
  let highest = 0;
  for (let from = 0; from + windowSamples <= resultant.length; from++) {
    let lowest = Number.POSITIVE_INFINITY;
    for (let i = from; i < from + windowSamples; i++) if (resultant[i]! < lowest) lowest = resultant[i]!;
    if (lowest > highest) highest = lowest;
  }
  return highest;
};

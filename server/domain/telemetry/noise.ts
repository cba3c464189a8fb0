import { minuteMs } from '../../../src/schema/kinds/time.ts';
import { firstIndexFrom } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';

/** Fewest values from which a quantile is taken. */
const minValues = 8;

/** Returns the value at index `rank` of the sorted values. Changes the order of the values, none of them NaN. */
const selectSmallest = (values: Float64Array, rank: number): number => {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const pivot = values[(from + to) >> 1]!;
    let low = from;
    let high = to;
    while (low <= high) {
      while (values[low]! < pivot) low++;
      while (values[high]! > pivot) high--;
      if (low > high) break;
      const value = values[low]!;
      values[low++] = values[high]!;
      values[high--] = value;
    }
    if (rank <= high) to = high;
    else if (rank >= low) from = low;
    else break;
  }
  return values[rank]!;
};

/**
 * Returns a function that gives a quantile of values around a moment: from the minute before to the minute after, or of
 * all values where that is larger. NaN: there are too few values. Takes values by rising time, none of them NaN.
 * Minutes are those of UTC, so that the quantile of a minute does not depend on where the drive begins.
 */
export const createRunningQuantile = (timesMs: readonly number[], values: readonly number[], share: number) => {
  const all = Float64Array.from(values);
  const quantileOf = (some: Float64Array): number =>
    some.length < minValues ? Number.NaN : selectSmallest(some, Math.floor(some.length * share));
  const ofAll = quantileOf(all.slice());
  const times = Float64Array.from(timesMs);
  let lastMinute = Number.NaN;
  let lastQuantile = Number.NaN;
  // Callers pass moments in order of time, so successive calls mostly concern the same minute.
  return (momentMs: number): number => {
    const minute = Math.floor(momentMs / minuteMs);
    if (minute !== lastMinute) {
      lastMinute = minute;
      const from = firstIndexFrom(times, (minute - 1) * minuteMs);
      const near = quantileOf(all.slice(from, firstIndexFrom(times, (minute + 2) * minuteMs)));
      lastQuantile = near > ofAll ? near : ofAll;
    }
    return lastQuantile;
  };
};

/** Half of the values of a normal distribution are within this share of its standard deviation. */
const medianShare = 0.6745;

/**
 * Returns the step in which a device rounds its values: the smallest change between neighbouring values, if all changes
 * are multiples of it. 0: the values are not rounded.
 */
const roundingStepOf = (values: ArrayLike<number>): number => {
  const changeAt = (k: number): number => Math.abs(values[k + 1]! - values[k]!);
  let step = Number.POSITIVE_INFINITY;
  for (let k = 0; k < values.length - 1; k++) {
    const change = changeAt(k);
    if (change > 0 && change < step) step = change;
  }
  if (step === Number.POSITIVE_INFINITY) return 0;
  for (let k = 0; k < values.length - 1; k++) {
    const change = changeAt(k);
    if (change > 0 && !(Math.abs(change / step - Math.round(change / step)) < 0.02)) return 0;
  }
  return step;
};

/** Returns the standard deviation of the noise around a moment, ms since 1970. NaN: unknown. */
export type NoiseEstimate = (momentMs: number) => number;

/** Distances at which positions are compared, in fixes. */
export const positionLags = [1, 2, 3];

/** Values of a series at rising times, and where they show noise. */
export interface NoisySeries {
  readonly timeMs: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly isUsed: (k: number) => boolean;
  /** Distances of the compared values, in values. Noise that lasts for seconds shows only between distant ones. */
  readonly lags: readonly number[];
  /** True: the device may round the values so coarsely that they change in steps. */
  readonly isRounded: boolean;
}

/**
 * Estimates the standard deviation of the noise of a series, in the unit of the series.
 * Noise is what the third differences of four values in a row show, because a vehicle's movement hardly changes within
 * seconds. The median makes the estimate robust against manoeuvres. Rounding is noise too.
 */
export const createNoiseEstimate = (
  { timeMs, values, isUsed, lags, isRounded }: NoisySeries,
  { fixGapMs }: TelemetrySettings,
): NoiseEstimate => {
  const roundingNoise = isRounded ? roundingStepOf(values) / Math.sqrt(12) : 0;
  const estimates = lags.map(lag => {
    const timesMs: number[] = [];
    const sizes: number[] = [];
    for (let d = 3 * lag; d < timeMs.length; d++) {
      const a = d - 3 * lag;
      const b = d - 2 * lag;
      const c = d - lag;
      if (!(isUsed(a) && isUsed(b) && isUsed(c) && isUsed(d))) continue;
      const ab = timeMs[b]! - timeMs[a]!;
      const bc = timeMs[c]! - timeMs[b]!;
      const cd = timeMs[d]! - timeMs[c]!;
      if (ab > fixGapMs || bc > fixGapMs || cd > fixGapMs) continue;
      // The weights of a divided difference suit unequal steps of time.
      const weightA = -1 / (ab * (ab + bc) * (ab + bc + cd));
      const weightB = 1 / (ab * bc * (bc + cd));
      const weightC = -1 / ((ab + bc) * bc * cd);
      const weightD = 1 / ((ab + bc + cd) * (bc + cd) * cd);
      const difference = weightA * values[a]! + weightB * values[b]! + weightC * values[c]! + weightD * values[d]!;
      if (Number.isNaN(difference)) continue;
      timesMs.push(timeMs[d]!);
      const weightSize = Math.sqrt(weightA * weightA + weightB * weightB + weightC * weightC + weightD * weightD);
      sizes.push(Math.abs(difference) / weightSize / medianShare);
    }
    return createRunningQuantile(timesMs, sizes, 0.5);
  });
  return momentMs => {
    let largest = Number.NaN;
    for (const estimate of estimates) {
      const noise = estimate(momentMs);
      if (!Number.isNaN(noise) && !(noise <= largest)) largest = noise;
    }
    return Number.isNaN(largest) ? Number.NaN : Math.max(roundingNoise, largest);
  };
};

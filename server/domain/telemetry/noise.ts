import { minuteMs } from '../../../src/schema/kinds/time.ts';
import type { TelemetrySettings } from './settings.ts';

/** Fewest values from which a quantile is taken. */
const minValues = 8;

/**
 * Returns a function that gives a quantile of values around a moment: from the minute before to the minute after, or of
 * all values where that is larger. NaN: there are too few values.
 * Minutes are those of UTC, so that the quantile of a minute does not depend on where the drive begins.
 */
export const createRunningQuantile = (timesMs: readonly number[], values: readonly number[], share: number) => {
  const quantileOf = (some: readonly number[]): number =>
    some.length < minValues ? Number.NaN : new Float64Array(some).sort()[Math.floor(some.length * share)]!;
  const valuesByMinute = new Map<number, number[]>();
  timesMs.forEach((timeMs, n) => {
    const minute = Math.floor(timeMs / minuteMs);
    for (const near of [minute - 1, minute, minute + 1]) {
      const some = valuesByMinute.get(near);
      if (some) some.push(values[n]!);
      else valuesByMinute.set(near, [values[n]!]);
    }
  });
  const ofAll = quantileOf(values);
  const byMinute = new Map(Array.from(valuesByMinute, ([minute, some]) => [minute, quantileOf(some)]));
  return (momentMs: number): number => {
    const near = byMinute.get(Math.floor(momentMs / minuteMs));
    return near !== undefined && near > ofAll ? near : ofAll;
  };
};

/** Half of the values of a normal distribution are within this share of its standard deviation. */
const medianShare = 0.6745;

/**
 * Returns the step in which a device rounds its values: the smallest change between neighbouring values, if all changes
 * are multiples of it. 0: the values are not rounded.
 */
const roundingStepOf = (values: ArrayLike<number>): number => {
  const changes = Array.from({ length: Math.max(0, values.length - 1) }, (_, k) =>
    Math.abs(values[k + 1]! - values[k]!),
  ).filter(change => change > 0);
  const step = changes.reduce((least, change) => Math.min(least, change), Number.POSITIVE_INFINITY);
  const isMultiple = (change: number): boolean => Math.abs(change / step - Math.round(change / step)) < 0.02;
  return changes.length > 0 && changes.every(isMultiple) ? step : 0;
};

/** Returns the standard deviation of the noise around a moment, ms since 1970. NaN: unknown. */
export type NoiseEstimate = (momentMs: number) => number;

/** Distances at which places are compared, in fixes. */
export const placeLags = [1, 2, 3];

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
      const [a, b, c] = [d - 3 * lag, d - 2 * lag, d - lag];
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
    const known = estimates.map(estimate => estimate(momentMs)).filter(noise => !Number.isNaN(noise));
    return known.length > 0 ? Math.max(roundingNoise, ...known) : Number.NaN;
  };
};

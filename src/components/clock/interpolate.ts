import { firstIndexAfter } from './clock.ts';

/**
 * Returns the value of a series at a time, by linear interpolation. Undefined outside the series, and in gaps longer
 * than `maxGapS`.
 */
export const valueAt = (
  times: readonly number[],
  values: readonly (number | null)[],
  time: number,
  maxGapS = Number.POSITIVE_INFINITY,
): number | undefined => {
  const next = firstIndexAfter(times, time);
  const before = times[next - 1];
  const valueBefore = values[next - 1];
  if (before === undefined || valueBefore === undefined || valueBefore === null) return undefined;
  if (before === time) return valueBefore;
  const after = times[next];
  const valueAfter = values[next];
  if (after === undefined || valueAfter === undefined || valueAfter === null || after - before > maxGapS)
    return undefined;
  return valueBefore + ((valueAfter - valueBefore) * (time - before)) / (after - before);
};

/**
 * Returns the last measurement at or before a time, at most `maxAgeS` seconds old. Use it for values that are measured
 * once a second. Interpolation across an impact of 0.1 s would show speeds that were never measured.
 */
export const lastValueAt = (
  times: readonly number[],
  values: readonly (number | null)[],
  time: number,
  maxAgeS: number,
): { readonly value: number; readonly ageS: number } | undefined => {
  const index = firstIndexAfter(times, time) - 1;
  const at = times[index];
  const value = values[index];
  if (at === undefined || value === undefined || value === null || time - at > maxAgeS) return undefined;
  return { value, ageS: time - at };
};

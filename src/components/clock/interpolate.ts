import { firstAfter } from './clock.ts';

/**
 * Linear interpolation of a series. Undefined outside it and in gaps longer than `maxGapS`, where nothing was measured.
 */
export const valueAt = (
  times: readonly number[],
  values: readonly (number | null)[],
  time: number,
  maxGapS = Number.POSITIVE_INFINITY,
): number | undefined => {
  const next = firstAfter(times, time);
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
 * The last measurement at or before a time, at most `maxAgeS` old. For what is measured once a second: a line between two
 * such values through a blow of 0.1 s would show speeds nobody measured.
 */
export const lastAt = (
  times: readonly number[],
  values: readonly (number | null)[],
  time: number,
  maxAgeS: number,
): { readonly value: number; readonly ageS: number } | undefined => {
  const index = firstAfter(times, time) - 1;
  const at = times[index];
  const value = values[index];
  if (at === undefined || value === undefined || value === null || time - at > maxAgeS) return undefined;
  return { value, ageS: time - at };
};

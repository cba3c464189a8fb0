import type { CrashFacts } from '../../../src/contract/shapes/accident.ts';
import { roundTo } from '../rounding.ts';

/**
 * Number of decimals of each crash figure, by the unit at the end of its name. So every API call returns a figure with
 * the same decimals.
 */
const decimalsByEnding: readonly (readonly [ending: RegExp, digits: number])[] = [
  [/Kmh$/, 1],
  [/Ms$/, 1],
  [/Deg$/, 1],
  [/(G|Hz)$/, 3],
  [/(Share|Probability|Risk(Low|High)?)$/, 4],
  [/^Gravity$/, 6],
];

const roundValue = (name: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(entry => roundValue(name, entry));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, roundValue(key, each)]));
  const digits = typeof value === 'number' ? decimalsByEnding.find(([ending]) => ending.test(name))?.[1] : undefined;
  return digits === undefined ? value : roundTo(value as number, digits);
};

/** Rounds the facts of an impact for storage and answers: g to thousandths, km/h, ms and degrees to tenths. */
export const roundFacts = <Facts extends Partial<CrashFacts>>(facts: Facts): Facts =>
  roundValue('Facts', facts) as Facts;

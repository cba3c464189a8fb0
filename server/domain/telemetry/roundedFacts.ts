import type { CrashFacts } from '../../../src/contract/shapes/accident.ts';
import { rounded } from '../rounded.ts';

/** Number of decimals of each crash figure, by the unit at the end of its name. Every call returns the same decimals. */
const decimals: readonly (readonly [ending: RegExp, digits: number])[] = [
  [/Kmh$/, 1],
  [/Ms$/, 1],
  [/Deg$/, 1],
  [/(G|Hz)$/, 3],
  [/(Share|Probability|Risk)$/, 4],
  [/^Gravity$/, 6],
];

const round = (name: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(each => round(name, each));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, round(key, each)]));
  const digits = typeof value === 'number' ? decimals.find(([ending]) => ending.test(name))?.[1] : undefined;
  return digits === undefined ? value : rounded(value as number, digits);
};

/** Rounds the facts of an impact for storage and answers: g to thousandths, km/h, ms and degrees to tenths. */
export const roundedFacts = (facts: CrashFacts): CrashFacts => round('Facts', facts) as CrashFacts;

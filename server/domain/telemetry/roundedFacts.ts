import type { CrashFacts } from '../../../src/contract/shapes/accident.ts';
import { rounded } from '../rounded.ts';

/** Decimals of a figure by the unit that its name ends with; those of g, km/h and degrees are told alike by every call. */
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

/** The facts of an impact as they are stored and answered: g to thousandths, km/h, ms and degrees to tenths. */
export const roundedFacts = (facts: CrashFacts): CrashFacts => round('Facts', facts) as CrashFacts;

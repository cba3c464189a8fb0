import { randomOf, seedOf } from './random.ts';

/** One figure of the truth table. `value` is null if there are too few cases. */
export interface Figure {
  readonly subject: string;
  readonly figure: string;
  readonly unit: string;
  readonly count: number;
  readonly value: number | null;
  /** Lower end of the 95 % bootstrap interval. `high` is the upper end. */
  readonly low: number | null;
  readonly high: number | null;
  /** Value that a simple method reaches on the same data. Null: there is no such method. */
  readonly floor: number | null;
  readonly target: string | null;
  /**
   * True if the value meets the target. Null: there is no target, or there are too few cases. True without a value: the
   * engine says that it does not measure this, which meets the target.
   */
  readonly met: boolean | null;
  readonly note?: string;
}

export const minCases = 10;
const resamples = 400;

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low]! + (sorted[Math.ceil(at)]! - sorted[low]!) * (at - low);
};
export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const worst = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the 95 % bootstrap interval of a statistic over the cases. `name` is the seed of its random numbers. */
export const bootstrap = <T>(
  cases: readonly T[],
  statistic: (drawn: readonly T[]) => number,
  name: string,
): { low: number; high: number } => {
  const random = randomOf(seedOf('bootstrap', name));
  const values: number[] = [];
  for (let n = 0; n < resamples; n++) {
    const value = statistic(Array.from(cases, () => cases[random.below(cases.length)]!));
    if (Number.isFinite(value)) values.push(value);
  }
  return { low: quantile(values, 0.025), high: quantile(values, 0.975) };
};

interface FigureInput<T> extends Pick<Figure, 'subject' | 'figure' | 'unit'> {
  readonly cases: readonly T[];
  readonly statistic: (cases: readonly T[]) => number;
  /** Number that must reach `minCases`, if it is not the number of cases. */
  readonly eventCount?: number;
  readonly floor?: number | null;
  readonly target?: { readonly text: string; readonly holds: (value: number, interval: Interval) => boolean };
  readonly note?: string;
}
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Returns a figure with its interval. The value is null if there are fewer than ten cases. */
export const figureOf = <T>(input: FigureInput<T>): Figure => {
  const { subject, figure, unit, cases, statistic, eventCount = cases.length, floor = null, target, note } = input;
  const base = {
    subject,
    figure,
    unit,
    count: eventCount,
    floor: floor === null ? null : finiteOrNull(floor),
    target: target?.text ?? null,
  };
  if (eventCount < minCases)
    return {
      ...base,
      value: null,
      low: null,
      high: null,
      met: null,
      note: (cases.length > 0 && note) || 'too few to say',
    };
  const value = statistic(cases);
  const interval = bootstrap(cases, statistic, `${subject} ${figure}`);
  return {
    ...base,
    value: finiteOrNull(value),
    low: finiteOrNull(interval.low),
    high: finiteOrNull(interval.high),
    met: target ? target.holds(value, interval) : null,
    ...(note !== undefined && { note }),
  };
};

export const atMost = (bound: number, unit = '') => ({
  text: `≤ ${bound}${unit && ` ${unit}`}`,
  holds: (value: number): boolean => value <= bound,
});
export const atLeast = (bound: number, unit = '') => ({
  text: `≥ ${bound}${unit && ` ${unit}`}`,
  holds: (value: number): boolean => value >= bound,
});

/** Returns the probability that a positive case scores above a negative one. Ties count half (Mann–Whitney). */
export const areaUnderRoc = (cases: readonly { readonly score: number; readonly positive: boolean }[]): number => {
  const sorted = [...cases].sort((a, b) => a.score - b.score);
  let rank = 0;
  let positives = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]!.score === sorted[from]!.score) to++;
    for (let i = from; i < to; i++)
      if (sorted[i]!.positive) {
        rank += (from + to + 1) / 2;
        positives++;
      }
    from = to;
  }
  const negatives = sorted.length - positives;
  return (rank - (positives * (positives + 1)) / 2) / (positives * negatives);
};

/** Returns the upper 95 % bound of a Poisson rate per hour. Without any event it uses the rule of three. */
export const rateUpperBound = (values: number, hours: number): number =>
  values === 0 ? 3 / hours : (values + 1.96 * Math.sqrt(values) + 1.92) / hours;

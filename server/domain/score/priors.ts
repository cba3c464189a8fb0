import { buhlmannStraub, type DriverDays } from './credibility.ts';
import { type CountedPart, countedParts, type Formula, measuredPart, type Priors } from './formula.ts';
import type { Sums } from './sums.ts';

/** Converts sums of a driver's days, or trips, into sums for the mean rate of one part. */
export const driverDaysOf = (spans: readonly Sums[], part: CountedPart, formula: Formula): DriverDays => {
  let [days, exposure, count, squares] = [0, 0, 0, 0];
  for (const sums of spans) {
    const { exposure: e, rate } = measuredPart(sums, part, formula);
    if (e === 0) continue;
    days += 1;
    exposure += e;
    count += rate * e;
    squares += rate ** 2 * e;
  }
  return { days, exposure, count, squares };
};

/** Company means from the drivers' days. Parts with too few drivers keep the means of the formula. */
export const priorsOf = (drivers: readonly (readonly Sums[])[], formula: Formula): Priors => {
  const measuredPriors = countedParts.flatMap(part => {
    const prior = buhlmannStraub(drivers.map(days => driverDaysOf(days, part, formula)));
    return prior ? [[part, prior] as const] : [];
  });
  return { ...formula.priors, ...Object.fromEntries(measuredPriors) };
};

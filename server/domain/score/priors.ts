import { buhlmannStraub, type DriverDays } from './credibility.ts';
import { type CountedPart, countedParts, type Formula, measuredPart, type Prior, type Priors } from './formula.ts';
import { type SourcePriors, singleSources, sourceOf } from './source.ts';
import { addSums, type Sums } from './sums.ts';

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

/** Days of a driver for one part, with the source of all the driver's days. */
export interface SourcedDriverDays extends DriverDays {
  readonly source: string | null;
}

/** Company means: of all drivers together, and by source. */
export interface MeasuredPriors {
  readonly all: Priors;
  readonly bySource: SourcePriors;
}

/**
 * Company means from the drivers' days by part. A source with too few drivers of a part keeps the mean of the formula.
 * The share of night driving depends on no source, so all drivers together measure it.
 */
export const measurePriors = (
  driversByPart: ReadonlyMap<CountedPart, readonly SourcedDriverDays[]>,
  formula: Formula,
): MeasuredPriors => {
  const priorsOf = (isMeant: (driver: SourcedDriverDays, part: CountedPart) => boolean): Priors => {
    const measured = [...driversByPart].flatMap(([part, drivers]): [CountedPart, Prior][] => {
      const prior = buhlmannStraub(drivers.filter(driver => isMeant(driver, part)));
      return prior ? [[part, prior]] : [];
    });
    return { ...formula.priors, ...Object.fromEntries(measured) };
  };
  const bySource = singleSources.map(source => [
    source,
    priorsOf((driver, part) => part === 'night' || driver.source === source),
  ]);
  return { all: priorsOf(() => true), bySource: Object.fromEntries(bySource) as SourcePriors };
};

/** Company means from the days of each driver. */
export const priorsOfDrivers = (drivers: readonly (readonly Sums[])[], formula: Formula): MeasuredPriors => {
  const sources = drivers.map(days => sourceOf(addSums(days)));
  return measurePriors(
    new Map(
      countedParts.map(part => [
        part,
        drivers.map((days, at) => ({ ...driverDaysOf(days, part, formula), source: sources[at]! })),
      ]),
    ),
    formula,
  );
};

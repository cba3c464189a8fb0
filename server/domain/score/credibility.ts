import type { Prior } from './formula.ts';

/**
 * Sums over one driver's days. e is the exposure of a day (distance, 100 km), n is the count of manoeuvres on that day.
 */
export interface DriverDays {
  readonly days: number;
  /** Sum of the daily exposures e. */
  readonly exposure: number;
  /** Sum of the daily numbers of manoeuvres n. */
  readonly count: number;
  /** Sum of n² / e over the days. */
  readonly squares: number;
}

/** Minimum number of drivers of a company. Fewer drivers do not show how drivers differ. */
const minDrivers = 20;
/**
 * Lower and upper bound of k, in units of 100 km. At an exposure of k a driver's own rate and the company's rate count
 * equally. Usual values are far from both bounds.
 */
const kBounds = [0.1, 50] as const;

/**
 * Bühlmann–Straub: returns the collective rate, k = s²/a (the variance within drivers over the variance between
 * drivers), and the dispersion s²/rate. Uses the unbiased estimators (Bühlmann and Gisler, A Course in Credibility
 * Theory, 4.8).
 * Null: too few drivers, or the drivers do not differ beyond chance.
 */
export const buhlmannStraub = (drivers: readonly DriverDays[]): Prior | null => {
  const measuredDrivers = drivers.filter(({ days, exposure }) => days >= 2 && exposure > 0);
  if (measuredDrivers.length < minDrivers) return null;
  let exposure = 0;
  let count = 0;
  let exposureSquares = 0;
  let sumWithinDrivers = 0;
  let degreesOfFreedom = 0;
  for (const driver of measuredDrivers) {
    exposure += driver.exposure;
    count += driver.count;
    exposureSquares += driver.exposure ** 2;
    sumWithinDrivers += driver.squares - driver.count ** 2 / driver.exposure;
    degreesOfFreedom += driver.days - 1;
  }
  const meanRate = count / exposure;
  const varianceWithin = sumWithinDrivers / degreesOfFreedom;
  let sumBetweenDrivers = 0;
  for (const driver of measuredDrivers)
    sumBetweenDrivers += driver.exposure * (driver.count / driver.exposure - meanRate) ** 2;
  const a =
    (sumBetweenDrivers - (measuredDrivers.length - 1) * varianceWithin) / (exposure - exposureSquares / exposure);
  if (!(a > 0)) return null;
  const k = Math.min(kBounds[1], Math.max(kBounds[0], varianceWithin / a));
  // The collective rate is the mean of the drivers' rates, weighted by z = e / (e + k). A driver with little exposure e
  // counts little.
  let totalWeight = 0;
  let weightedRates = 0;
  for (const driver of measuredDrivers) {
    const z = driver.exposure / (driver.exposure + k);
    totalWeight += z;
    weightedRates += (z * driver.count) / driver.exposure;
  }
  return { rate: weightedRates / totalWeight, k, dispersion: Math.max(1, varianceWithin / meanRate) };
};

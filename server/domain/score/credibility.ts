import type { Prior } from './formula.ts';

/** Sums over one driver's days, from the exposure e (100 km) and the count n of each day. */
export interface DriverDays {
  readonly days: number;
  /** Σ e */
  readonly exposure: number;
  /** Σ n */
  readonly count: number;
  /** Σ n² / e */
  readonly squares: number;
}

/** Minimum number of drivers. Fewer do not show how drivers differ. */
const fewestDrivers = 20;
/**
 * Bounds of k, in units of 100 km. At an exposure of k a driver's own rate and the company's rate count equally. Usual
 * values are far from both bounds.
 */
const kWithin = [0.1, 50] as const;

/**
 * Bühlmann–Straub: returns the collective rate and k = s²/a, the variance within drivers over the variance between
 * drivers. Uses the unbiased estimators (Bühlmann and Gisler, A Course in Credibility Theory, 4.8).
 * Null: too few drivers, or the drivers do not differ beyond chance.
 */
export const buhlmannStraub = (drivers: readonly DriverDays[]): Prior | null => {
  const known = drivers.filter(({ days, exposure }) => days >= 2 && exposure > 0);
  if (known.length < fewestDrivers) return null;
  let exposure = 0;
  let count = 0;
  let exposureSquares = 0;
  let within = 0;
  let freedom = 0;
  for (const driver of known) {
    exposure += driver.exposure;
    count += driver.count;
    exposureSquares += driver.exposure ** 2;
    within += driver.squares - driver.count ** 2 / driver.exposure;
    freedom += driver.days - 1;
  }
  const mean = count / exposure;
  const s2 = within / freedom;
  let between = 0;
  for (const driver of known) between += driver.exposure * (driver.count / driver.exposure - mean) ** 2;
  const a = (between - (known.length - 1) * s2) / (exposure - exposureSquares / exposure);
  if (!(a > 0)) return null;
  const k = Math.min(kWithin[1], Math.max(kWithin[0], s2 / a));
  // Mean of the drivers' rates, weighted by z. A driver with little exposure counts little.
  let weight = 0;
  let weighted = 0;
  for (const driver of known) {
    const z = driver.exposure / (driver.exposure + k);
    weight += z;
    weighted += (z * driver.count) / driver.exposure;
  }
  return { rate: weighted / weight, k };
};

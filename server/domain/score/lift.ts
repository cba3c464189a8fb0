/** Bounds of an interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Probability that a Poisson variable with this mean is at most `count`. */
const poissonUpTo = (count: number, mean: number): number => {
  if (mean <= 0) return 1;
  let logTerm = -mean;
  let sum = Math.exp(logTerm);
  for (let n = 1; n <= count; n += 1) {
    logTerm += Math.log(mean / n);
    sum += Math.exp(logTerm);
  }
  return Math.min(1, sum);
};

const tailShare = 0.025;

/** Returns the mean for which `probability` equals `share`. `probability` must decrease with the mean. */
const meanAt = (probability: (mean: number) => number, share: number, highestMean: number): number => {
  let [low, high] = [0, highestMean];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (probability(middle) > share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

/** Exact interval of 95 % for the mean of a Poisson count (Garwood, Biometrika 28, 1936). */
export const poissonInterval = (count: number): Interval => {
  const highestMean = count + 10 * Math.sqrt(count + 1) + 10;
  return {
    low: count === 0 ? 0 : meanAt(mean => poissonUpTo(count - 1, mean), 1 - tailShare, highestMean),
    high: meanAt(mean => poissonUpTo(count, mean), tailShare, highestMean),
  };
};

/** Number of crashes of one driver in all periods with the same score. */
export interface CrashesAtScore {
  readonly driver: string;
  readonly score: number;
  readonly crashes: number;
}

/** Distance driven in all periods with the same score. */
export interface DistanceAtScore {
  readonly score: number;
  readonly distanceM: number;
}

/** Seeded generator of numbers from 0 to 1 (mulberry32). Two answers over the same data have the same interval. */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Draws how often one driver is in a sample of the bootstrap: a Poisson number with the mean 1. */
const drawWeight = (random: () => number): number => {
  let product = random();
  let weight = 0;
  while (product > Math.exp(-1)) {
    product *= random();
    weight += 1;
  }
  return weight;
};

const bootstrapSamples = 1000;
const bootstrapSeed = 1;

/**
 * Gini coefficient of crashes over the distance, ordered from the lowest score: 1 if all crashes lie at the lowest
 * score, 0 if the score tells nothing, below 0 if crashes lie at high scores. It is 1 less twice the mean share of the
 * distance that was driven with a lower score than that of the crash. Distance at the same score counts half.
 * The interval of 95 % is a bootstrap over drivers, because crashes of one driver belong together. The distances are
 * taken as known, since they vary far less than the crashes. Null: no crash or no distance.
 */
export const giniOf = (
  distances: readonly DistanceAtScore[],
  crashes: readonly CrashesAtScore[],
): ({ readonly gini: number } & Interval) | null => {
  const totalM = distances.reduce((sum, each) => sum + each.distanceM, 0);
  const driven = crashes.filter(each => each.crashes > 0);
  if (totalM <= 0 || driven.length === 0) return null;
  const shareByScore = new Map<number, number>();
  let belowM = 0;
  for (const { score, distanceM } of [...distances].sort((a, b) => a.score - b.score)) {
    shareByScore.set(score, (belowM + distanceM / 2) / totalM);
    belowM += distanceM;
  }
  const byDriver = new Map<string, { crashes: number; shares: number }>();
  for (const each of driven) {
    const sums = byDriver.get(each.driver) ?? { crashes: 0, shares: 0 };
    sums.crashes += each.crashes;
    sums.shares += each.crashes * (shareByScore.get(each.score) ?? 0);
    byDriver.set(each.driver, sums);
  }
  const drivers = [...byDriver.keys()].sort().map(driver => byDriver.get(driver)!);
  const giniWith = (weightOf: () => number): number | null => {
    let [weightedCrashes, weightedShares] = [0, 0];
    for (const sums of drivers) {
      const weight = weightOf();
      weightedCrashes += weight * sums.crashes;
      weightedShares += weight * sums.shares;
    }
    return weightedCrashes > 0 ? 1 - (2 * weightedShares) / weightedCrashes : null;
  };
  const random = createRandom(bootstrapSeed);
  const samples = Array.from({ length: bootstrapSamples }, () => giniWith(() => drawWeight(random)))
    .filter(gini => gini !== null)
    .sort((a, b) => a - b);
  const quantile = (share: number): number => samples[Math.round(share * (samples.length - 1))] ?? 0;
  return { gini: giniWith(() => 1)!, low: quantile(tailShare), high: quantile(1 - tailShare) };
};

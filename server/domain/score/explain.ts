import {
  bandOf,
  bandOfInterval,
  type DriverBand,
  type ScorePart,
  type ScoreReason,
  scoreParts,
} from '../../../src/contract/scoring.ts';
import { type CountedPart, type Formula, measuredPart, type Priors } from './formula.ts';
import type { Sums } from './sums.ts';

export interface PartResultOfScore {
  readonly kind: ScorePart;
  /** Points that this part costs, in tenths. Null: the part is not measured, or there is no score. */
  readonly costTenths: number | null;
  /** Maximum number of points that this part can cost. */
  readonly weight: number;
  readonly count: number | null;
  readonly rate: number | null;
  readonly shrunkRate: number | null;
  readonly companyRate: number | null;
  readonly z: number | null;
  /** Exposure behind `rate`, 100 km. */
  readonly exposure: number | null;
  /** k of `z`, 100 km. Null without company means. */
  readonly k: number | null;
  /** Dispersion φ of the count. Null without company means, and for the night, which has no count. */
  readonly dispersion: number | null;
}

export interface ScoreResult {
  readonly formula: number;
  /** Score in tenths of a point, 0 to 1000. Null: there is no score, and `reason` says why. */
  readonly scoreTenths: number | null;
  /**
   * Bounds of the interval that holds a driver's score with a probability of 0.9, in tenths. Null: no score, or a score
   * that describes one drive or day.
   */
  readonly lowTenths: number | null;
  readonly highTenths: number | null;
  readonly band: DriverBand | null;
  readonly reason: ScoreReason | null;
  /** Part of the score (kind of manoeuvre) that costs the most points. Null: no manoeuvre, or no score. */
  readonly worst: CountedPart | null;
  readonly parts: readonly PartResultOfScore[];
}

/** Converts tenths of a point into points. */
export const pointsOf = (tenths: number | null): number | null => (tenths === null ? null : tenths / 10);

/** Rounds the shares down, then adds 1 to those with the largest remainders until their sum is `total`. */
const roundKeepingSum = (shares: readonly number[], total: number): number[] => {
  const result = shares.map(Math.floor);
  const order = shares
    .map((share, index) => ({ at: index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.at - b.at);
  const remaining = total - result.reduce((sum, value) => sum + value, 0);
  for (const { at } of order.slice(0, remaining)) result[at] = result[at]! + 1;
  return result;
};

interface PartResult {
  readonly kind: CountedPart;
  readonly weight: number;
  readonly share: number;
  /** Variance of `share` by chance in the number of manoeuvres. 0 for the night, and without company means. */
  readonly variance: number;
  readonly part: Omit<PartResultOfScore, 'costTenths' | 'weight'>;
}

const unmeasuredPart = (kind: ScorePart, weight: number): PartResultOfScore => ({
  kind,
  costTenths: null,
  weight,
  count: null,
  rate: null,
  shrunkRate: null,
  companyRate: null,
  z: null,
  exposure: null,
  k: null,
  dispersion: null,
});

const reasonForNoScore = (
  sums: Sums,
  measuredKinds: readonly ScorePart[],
  formula: Formula,
  priors: Priors | null,
): ScoreReason | null => {
  if (sums.trips === 0) return 'noTrips';
  // The share of night alone says nothing of how somebody drives.
  if (measuredKinds.every(kind => kind === 'night')) return 'notMeasured';
  return priors && sums.watchedM < formula.leastDistanceKm * 1000 ? 'notEnoughData' : null;
};

const scorePart = (sums: Sums, kind: CountedPart, formula: Formula, priors: Priors | null): PartResult | undefined => {
  const minKm = priors ? 0 : formula.leastDriveKm;
  const { exposure, count, rate } = measuredPart(sums, kind, formula, minKm);
  if (exposure === 0) return undefined;
  const { weight, halfAt } = formula.parts[kind];
  const prior = priors?.[kind];
  // The SQL of the lists has the same order of operations. So both results are equal to the last bit.
  const shrunkCount = prior ? (count ?? rate * exposure) + prior.k * prior.rate : rate;
  const denominator = shrunkCount + halfAt * (prior ? exposure + prior.k : 1);
  const lostShare = shrunkCount / denominator;
  // The rate has a gamma distribution if its mean over the drivers has one (Poisson–gamma, the model behind
  // Bühlmann–Straub): its variance is rate / (exposure + k). The derivative of the share carries it over.
  const keptShare = 1 - lostShare;
  const dispersion = prior && count !== null ? (prior.dispersion ?? 1) : null;
  const variance = ((dispersion ?? 0) * lostShare * keptShare * keptShare) / denominator;
  const z = prior ? exposure / (exposure + prior.k) : 1;
  const shrunkRate = prior ? z * rate + (1 - z) * prior.rate : rate;
  const ofMeans = { companyRate: prior?.rate ?? null, z: prior ? z : null, k: prior?.k ?? null, dispersion };
  const part = { kind, count, rate, shrunkRate, exposure, ...ofMeans };
  return { kind, weight, share: lostShare, variance, part };
};

/** Quantile of the normal distribution that leaves 5 % on each side. */
export const normalQuantile = 1.645;

/** Interval and band of a driver's score in tenths. Costs of the night have no chance, because its share is measured. */
const judgeScore = (scoreTenths: number, results: readonly PartResult[], totalWeight: number) => {
  const variance = results.reduce((sum, each) => sum + each.weight * each.weight * each.variance, 0);
  const halfWidthTenths = Math.floor((1000 * normalQuantile * Math.sqrt(variance)) / totalWeight + 0.5);
  const lowTenths = Math.max(0, scoreTenths - halfWidthTenths);
  const highTenths = Math.min(1000, scoreTenths + halfWidthTenths);
  return { lowTenths, highTenths, band: bandOfInterval(lowTenths / 10, highTenths / 10) };
};

/**
 * Computes the score and the cost of each part from sums of driving. The score is exactly 100 minus all costs.
 * With `priors` the result judges a driver: rates are shrunk towards the company's, and a short distance has no score.
 * Without `priors` the result describes one drive or day.
 * An unmeasured part costs nothing. Its weight is divided among the measured parts in proportion to theirs.
 */
export const explainScore = (sums: Sums, formula: Formula, priors: Priors | null): ScoreResult => {
  const kinds = Object.keys(formula.parts) as CountedPart[];
  const resultByKind = new Map(
    kinds.flatMap(kind => {
      const result = scorePart(sums, kind, formula, priors);
      return result ? [[kind as ScorePart, result] as const] : [];
    }),
  );
  const totalWeight = [...resultByKind.values()].reduce((sum, { weight }) => sum + weight, 0);
  const reason = reasonForNoScore(sums, [...resultByKind.keys()], formula, priors);
  const results = [...resultByKind.values()];
  const exactCostsTenths = results.map(({ weight, share }) => (1000 * weight * share) / (totalWeight || 1));
  const totalCostTenths = Math.round(exactCostsTenths.reduce((sum, costTenths) => sum + costTenths, 0));
  const costByKind = new Map(
    roundKeepingSum(exactCostsTenths, totalCostTenths).map(
      (costTenths, index) => [results[index]!.kind as ScorePart, costTenths] as const,
    ),
  );
  const scoreTenths = reason ? null : 1000 - totalCostTenths;
  const parts = scoreParts.map((kind): PartResultOfScore => {
    const result = resultByKind.get(kind);
    if (!result) return unmeasuredPart(kind, kind === 'phone' ? 0 : formula.parts[kind].weight);
    const costTenths = reason ? null : (costByKind.get(kind) ?? 0);
    return { ...result.part, costTenths, weight: (100 * result.weight) / totalWeight };
  });
  const noInterval = { lowTenths: null, highTenths: null };
  const judgement =
    scoreTenths === null
      ? { ...noInterval, band: null }
      : priors
        ? judgeScore(scoreTenths, results, totalWeight)
        : { ...noInterval, band: bandOf(scoreTenths / 10) };
  const partsWithManoeuvres = results
    .filter(({ part }) => part.count)
    .sort((a, b) => b.weight * b.share - a.weight * a.share);
  const worst = reason ? null : (partsWithManoeuvres[0]?.kind ?? null);
  return { formula: formula.version, scoreTenths, ...judgement, reason, worst, parts };
};

/** Costs of the measured parts by name, in tenths of a point, as stored with a trip's score. */
export const costsOf = (parts: readonly PartResultOfScore[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    parts.flatMap(({ kind, costTenths }) => (costTenths === null ? [] : [[kind, costTenths] as const])),
  );

import { bandOf, type ScoreBand, type ScorePart, type ScoreReason, scoreParts } from '../../../src/contract/scoring.ts';
import { type CountedPart, type Formula, measuredPart, type Priors } from './formula.ts';
import type { Sums } from './sums.ts';

export interface PartOfScore {
  readonly kind: ScorePart;
  /** Lost points in tenths. Null: not measured, or no score. */
  readonly costTenths: number | null;
  /** Maximum number of points that the part can cost. */
  readonly weight: number;
  readonly count: number | null;
  readonly rate: number | null;
  readonly drawnRate: number | null;
  readonly companyRate: number | null;
  readonly z: number | null;
}

export interface Explained {
  readonly formula: number;
  /** Score in tenths of a point, 0 to 1000. Null: no score, for `reason`. */
  readonly scoreTenths: number | null;
  readonly band: ScoreBand | null;
  readonly reason: ScoreReason | null;
  /** The manoeuvre that costs the most points. Null: no manoeuvre, or no score. */
  readonly worst: CountedPart | null;
  readonly parts: readonly PartOfScore[];
}

/** Rounds the shares down, then adds 1 to those with the largest remainders until their sum is `whole`. */
const roundedTogether = (shares: readonly number[], whole: number): number[] => {
  const result = shares.map(Math.floor);
  const order = shares
    .map((share, at) => ({ at, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.at - b.at);
  const left = whole - result.reduce((sum, each) => sum + each, 0);
  for (const { at } of order.slice(0, left)) result[at] = result[at]! + 1;
  return result;
};

interface Judged {
  readonly kind: CountedPart;
  readonly weight: number;
  readonly share: number;
  readonly part: Omit<PartOfScore, 'costTenths' | 'weight'>;
}

const unmeasured = (kind: ScorePart, weight: number): PartOfScore => ({
  kind,
  costTenths: null,
  weight,
  count: null,
  rate: null,
  drawnRate: null,
  companyRate: null,
  z: null,
});

const whyNone = (sums: Sums, measured: number, formula: Formula, priors: Priors | null): ScoreReason | null => {
  if (sums.trips === 0) return 'noTrips';
  if (measured === 0) return 'notMeasured';
  return priors && sums.distanceM < formula.leastDistanceKm * 1000 ? 'notEnoughData' : null;
};

const judge = (sums: Sums, kind: CountedPart, formula: Formula, priors: Priors | null): Judged | undefined => {
  const leastKm = priors ? 0 : formula.leastDriveKm;
  const { exposure, count, rate } = measuredPart(sums, kind, formula, leastKm);
  if (exposure === 0) return undefined;
  const { weight, halfAt } = formula.parts[kind];
  const prior = priors?.[kind];
  // The order of operations is that of the lists' SQL, so that both results are equal to the last bit.
  const drawn = prior ? (count ?? rate * exposure) + prior.k * prior.rate : rate;
  const share = drawn / (drawn + halfAt * (prior ? exposure + prior.k : 1));
  const z = prior ? exposure / (exposure + prior.k) : 1;
  const drawnRate = prior ? z * rate + (1 - z) * prior.rate : rate;
  const part = { kind, count, rate, drawnRate, companyRate: prior?.rate ?? null, z: prior ? z : null };
  return { kind, weight, share, part };
};

/**
 * Computes the score and the cost of each part from sums of driving. The score is exactly 100 minus all costs.
 * With `priors` the result judges a driver: rates are shrunk towards the company's, and a short distance has no score.
 * Without `priors` the result describes one drive or day.
 * An unmeasured part costs nothing. Its weight is divided among the measured parts in proportion to theirs.
 */
export const explain = (sums: Sums, formula: Formula, priors: Priors | null): Explained => {
  const kinds = Object.keys(formula.parts) as CountedPart[];
  const judged = new Map(
    kinds.flatMap(kind => {
      const found = judge(sums, kind, formula, priors);
      return found ? [[kind as ScorePart, found] as const] : [];
    }),
  );
  const weights = [...judged.values()].reduce((sum, { weight }) => sum + weight, 0);
  const reason = whyNone(sums, judged.size, formula, priors);
  const known = [...judged.values()];
  const tenths = known.map(({ weight, share }) => (1000 * weight * share) / (weights || 1));
  const cost = Math.round(tenths.reduce((sum, each) => sum + each, 0));
  const costs = new Map(roundedTogether(tenths, cost).map((each, at) => [known[at]!.kind as ScorePart, each] as const));
  const scoreTenths = reason ? null : 1000 - cost;
  const parts = scoreParts.map((kind): PartOfScore => {
    const found = judged.get(kind);
    if (!found) return unmeasured(kind, kind === 'phone' ? 0 : formula.parts[kind].weight);
    const costTenths = reason ? null : (costs.get(kind) ?? 0);
    return { ...found.part, costTenths, weight: (100 * found.weight) / weights };
  });
  const band = scoreTenths === null ? null : bandOf(scoreTenths / 10);
  const counted = known.filter(({ part }) => part.count).sort((a, b) => b.weight * b.share - a.weight * a.share);
  const worst = reason ? null : (counted[0]?.kind ?? null);
  return { formula: formula.version, scoreTenths, band, reason, worst, parts };
};

/** Costs of the measured parts by name, in tenths of a point, as stored with a trip's score. */
export const costsOf = (parts: readonly PartOfScore[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    parts.flatMap(({ kind, costTenths }) => (costTenths === null ? [] : [[kind, costTenths] as const])),
  );

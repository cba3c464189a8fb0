import type { ScorePart } from '../../../src/contract/scoring.ts';
import { explainScore } from './explain.ts';
import type { CountedPart, Formula, Priors } from './formula.ts';
import type { Sums } from './sums.ts';

/** Fewer manoeuvres of one kind over the same distance. */
export interface FewerManoeuvres {
  readonly kind: ScorePart;
  readonly count: number;
  readonly countWanted: number;
}

/** How a driver reaches a score. `changes` is empty: the formula has no manoeuvre whose absence would be enough. */
export interface Improvement {
  readonly targetTenths: number;
  readonly changes: readonly FewerManoeuvres[];
}

const maxKinds = 3;
/** Parts of the way from the present counts to zero that are tried, from the easiest on. */
const steps = 100;

/**
 * Returns the easiest change that lifts the score to the target. The three costliest kinds of manoeuvres get rarer in
 * the same proportion, over the same distance and traffic. The score is computed by the formula itself.
 */
export const planImprovement = (sums: Sums, formula: Formula, priors: Priors, targetTenths: number): Improvement => {
  const kinds = explainScore(sums, formula, priors)
    .parts.flatMap(({ kind, costTenths, count }) => (costTenths && count ? [{ kind, costTenths, count }] : []))
    .sort((a, b) => b.costTenths - a.costTenths)
    .slice(0, maxKinds);
  for (let step = 1; step <= steps; step += 1) {
    const changes = kinds.map(({ kind, count }) => ({
      kind,
      count,
      countWanted: Math.floor(count * (1 - step / steps)),
    }));
    const improved = {
      ...sums,
      ...(Object.fromEntries(changes.map(({ kind, countWanted }) => [kind, countWanted])) as Partial<
        Record<Exclude<CountedPart, 'night'>, number>
      >),
    };
    const { scoreTenths } = explainScore(improved, formula, priors);
    if (scoreTenths !== null && scoreTenths >= targetTenths)
      return { targetTenths, changes: changes.filter(({ count, countWanted }) => countWanted < count) };
  }
  return { targetTenths, changes: [] };
};

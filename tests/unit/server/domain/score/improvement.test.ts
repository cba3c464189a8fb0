import { describe, expect, it } from 'vitest';
import { explainScore } from '../../../../../server/domain/score/explain.ts';
import { formula1 } from '../../../../../server/domain/score/formula.ts';
import { planImprovement } from '../../../../../server/domain/score/improvement.ts';
import { noSums, type Sums } from '../../../../../server/domain/score/sums.ts';

const month: Sums = {
  ...noSums,
  trips: 40,
  distanceM: 1_000_000,
  durationMs: 80_000_000,
  contextMs: 80_000_000,
  nightMs: 8_000_000,
  watchedM: 1_000_000,
  sensedM: 1_000_000,
  braking: 140,
  acceleration: 60,
  cornering: 90,
  directionChange: 4,
};
const scoreTenthsOf = (sums: Sums): number => explainScore(sums, formula1, formula1.priors).scoreTenths ?? 0;

describe('an improvement', () => {
  it('reaches the target by the formula, and nothing easier does', () => {
    const present = scoreTenthsOf(month);
    const target = (Math.floor(present / 100) + 1) * 100;
    const { changes } = planImprovement(month, formula1, formula1.priors, target);
    expect(changes.map(({ kind }) => kind)).toContain('braking');
    const improved = { ...month, ...Object.fromEntries(changes.map(({ kind, countWanted }) => [kind, countWanted])) };
    expect(scoreTenthsOf(improved)).toBeGreaterThanOrEqual(target);
    const easier = {
      ...month,
      ...Object.fromEntries(
        changes.map(({ kind, count, countWanted }) => [kind, countWanted + Math.ceil(count * 0.02)]),
      ),
    };
    expect(scoreTenthsOf(easier)).toBeLessThan(target);
  });

  it('names no change if even a drive without manoeuvres would not be enough', () => {
    expect(planImprovement(month, formula1, formula1.priors, 1000).changes).toEqual([]);
  });
});

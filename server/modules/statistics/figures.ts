import type { Explanation, Figures } from '../../../src/contract/shapes/statistics.ts';
import { rounded } from '../../domain/rounded.ts';
import { type Explained, explain } from '../../domain/score/explain.ts';
import { currentFormula, type Priors } from '../../domain/score/formula.ts';
import { noSums, type ShownSums, type Sums } from '../../domain/score/sums.ts';

const orNull = (value: number | null, digits: number): number | null =>
  value === null ? null : rounded(value, digits);

/**
 * Explains a score. `priors`: company means for a judged period, or null for a single drive or day.
 * `counted` false: the sums miss some trips, so there is no score.
 */
export const explained = (sums: Sums, priors: Priors | null, counted = true): Explained =>
  counted
    ? explain(sums, currentFormula, priors)
    : { ...explain(noSums, currentFormula, priors), reason: 'notCounted' as const };

interface Further {
  readonly impacts: number | null;
  readonly explained: Pick<Explained, 'scoreTenths' | 'band' | 'reason'>;
  /**
   * Number of objects that the sums cover, by default 1. For several objects, figures that grow with distance are
   * averages of one object.
   */
  readonly objects?: number;
}

/** Builds the set of figures that every call returns. */
export const figuresOf = (sums: ShownSums, { impacts, explained: score, objects = 1 }: Further): Figures => {
  const counted = score.reason !== 'notCounted';
  const { watchedM, sensedM, contextMs, contextM, durationMs, distanceM } = sums;
  const each = (value: number): number => (objects === 1 ? value : rounded(value / objects, 3));
  const known = (metres: number, count: number) => (counted && metres > 0 ? each(count) : null);
  const whole = counted && (sums.trips === 0 || contextMs > 0);
  return {
    DistanceKm: counted ? rounded(distanceM / 1000 / objects, 3) : null,
    DurationS: counted ? rounded(durationMs / 1000 / objects, 3) : null,
    TripsCount: counted ? each(sums.trips) : null,
    AverageSpeed: counted && durationMs > 0 ? rounded((distanceM / durationMs) * 3600, 1) : null,
    MaximumSpeed: counted ? orNull(sums.maximumSpeedKmh, 1) : null,
    NightDurationS: whole ? rounded(sums.nightMs / 1000 / objects, 3) : null,
    // Speeding is unknown because the map has no speed limits.
    SpeedingDurationS: null,
    RushDurationS: counted ? rounded(sums.rushMs / 1000 / objects, 3) : null,
    Events: {
      Acceleration: known(watchedM, sums.acceleration),
      Braking: known(watchedM, sums.braking),
      Cornering: known(watchedM, sums.cornering),
      DirectionChange: known(sensedM, sums.directionChange),
      Speeding: null,
      Bump: known(sensedM, sums.bump),
      Impact: impacts === null ? null : each(impacts),
    },
    Complication: counted && contextM > 0 ? rounded(sums.complicationM / contextM, 1) : null,
    Score: score.scoreTenths === null ? null : score.scoreTenths / 10,
    Band: score.band,
    ScoreReason: score.reason,
  };
};

export const explanationOf = (sums: Sums, score: Explained): Explanation => ({
  Formula: score.formula,
  Score: score.scoreTenths === null ? null : score.scoreTenths / 10,
  Band: score.band,
  ScoreReason: score.reason,
  DistanceKm: score.reason === 'notCounted' ? null : rounded(sums.distanceM / 1000, 3),
  LeastDistanceKm: currentFormula.leastDistanceKm,
  Parts: score.parts.map(part => ({
    Kind: part.kind,
    Cost: part.costTenths === null ? null : part.costTenths / 10,
    Weight: rounded(part.weight, 1),
    Rate: orNull(part.rate, 2),
    DrawnRate: orNull(part.drawnRate, 2),
    CompanyRate: orNull(part.companyRate, 2),
    Z: orNull(part.z, 3),
    Count: part.count,
  })),
});

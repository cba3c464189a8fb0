import type { Explanation, Figures } from '../../../src/contract/shapes/statistics.ts';
import { roundTo } from '../../domain/rounding.ts';
import { explainScore, pointsOf, type ScoreResult } from '../../domain/score/explain.ts';
import { currentFormula } from '../../domain/score/formula.ts';
import { priorsFor, type SourcePriors, sourceOf } from '../../domain/score/source.ts';
import { noSums, type ShownSums, type Sums } from '../../domain/score/sums.ts';

const roundOrNull = (value: number | null, digits: number): number | null =>
  value === null ? null : roundTo(value, digits);

/**
 * Returns a score with its parts. `priors`: company means for a period of many days, or null for a single drive or day.
 * `hasAllTrips` false: the sums miss some trips, so there is no score.
 */
export const explainSums = (sums: Sums, priors: SourcePriors | null, hasAllTrips = true): ScoreResult => {
  const sourcePriors = priors && priorsFor(sums, priors);
  return hasAllTrips
    ? explainScore(sums, currentFormula, sourcePriors)
    : { ...explainScore(noSums, currentFormula, sourcePriors), reason: 'notCounted' as const };
};

type Judgement = Pick<ScoreResult, 'scoreTenths' | 'lowTenths' | 'highTenths' | 'band' | 'reason'>;

const scoreOf = ({ scoreTenths, lowTenths, highTenths, band, reason }: Judgement) => ({
  Score: pointsOf(scoreTenths),
  ScoreLow: pointsOf(lowTenths),
  ScoreHigh: pointsOf(highTenths),
  Band: band,
  ScoreReason: reason,
});

interface FigureOptions {
  readonly impacts: number | null;
  readonly score: Judgement;
  /**
   * Number of objects that the sums cover, by default 1. For several objects, figures that grow with distance are
   * averages of one object.
   */
  readonly objects?: number;
}

/** Builds the figures of driving, such as distance and score, which every call about driving returns. */
export const figuresOf = (sums: ShownSums, { impacts, score, objects = 1 }: FigureOptions): Figures => {
  const isCounted = score.reason !== 'notCounted';
  const { watchedM, sensedM, contextMs, contextM, durationMs, distanceM } = sums;
  const perObject = (value: number): number => (objects === 1 ? value : roundTo(value / objects, 3));
  const countOrNull = (metres: number, count: number) => (isCounted && metres > 0 ? perObject(count) : null);
  const isContextComplete = isCounted && (sums.trips === 0 || contextMs > 0);
  return {
    DistanceKm: isCounted ? roundTo(distanceM / 1000 / objects, 3) : null,
    MeasuredKm: isCounted ? roundTo(watchedM / 1000 / objects, 3) : null,
    DurationS: isCounted ? roundTo(durationMs / 1000 / objects, 3) : null,
    TripsCount: isCounted ? perObject(sums.trips) : null,
    AverageSpeed: isCounted && durationMs > 0 ? roundTo((distanceM / durationMs) * 3600, 1) : null,
    MaximumSpeed: isCounted ? roundOrNull(sums.maximumSpeedKmh, 1) : null,
    NightDurationS: isContextComplete ? roundTo(sums.nightMs / 1000 / objects, 3) : null,
    // Speeding is unknown because the map has no speed limits.
    SpeedingDurationS: null,
    RushDurationS: isCounted ? roundTo(sums.rushMs / 1000 / objects, 3) : null,
    Events: {
      Acceleration: countOrNull(watchedM, sums.acceleration),
      Braking: countOrNull(watchedM, sums.braking),
      Cornering: countOrNull(watchedM, sums.cornering),
      DirectionChange: countOrNull(sensedM, sums.directionChange),
      Speeding: null,
      Bump: countOrNull(sensedM, sums.bump),
      Impact: impacts === null ? null : perObject(impacts),
    },
    Complication: isCounted && contextM > 0 ? roundTo(sums.complicationM / contextM, 1) : null,
    ...scoreOf(score),
    Source: isCounted ? sourceOf(sums) : null,
  };
};

export const explanationOf = (sums: Sums, score: ScoreResult): Explanation => ({
  Formula: score.formula,
  ...scoreOf(score),
  DistanceKm: score.reason === 'notCounted' ? null : roundTo(sums.distanceM / 1000, 3),
  LeastDistanceKm: currentFormula.leastDistanceKm,
  Parts: score.parts.map(part => ({
    Kind: part.kind,
    Cost: part.costTenths === null ? null : part.costTenths / 10,
    Weight: roundTo(part.weight, 1),
    Rate: roundOrNull(part.rate, 2),
    DrawnRate: roundOrNull(part.shrunkRate, 2),
    CompanyRate: roundOrNull(part.companyRate, 2),
    Z: roundOrNull(part.z, 3),
    Exposure: roundOrNull(part.exposure, 3),
    K: roundOrNull(part.k, 3),
    Dispersion: roundOrNull(part.dispersion, 2),
    Count: part.count,
  })),
});

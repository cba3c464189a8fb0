import type { ScoreSource } from '../../../src/contract/scoring.ts';
import type { Priors } from './formula.ts';
import type { Sums } from './sums.ts';

/** A source that scores can be compared within. */
export type SingleSource = Exclude<ScoreSource, 'mixed'>;
export const singleSources: readonly SingleSource[] = ['acceleration', 'receiverSpeed', 'places'];

/** Company means by source, because the same drive has other rates by another source. */
export type SourcePriors = { readonly [Source in SingleSource]: Priors };

/** Minimum share of a source in the measured distance, tenths, from which the score counts as measured by it alone. */
export const sourceFromTenths = 9;

type WatchedSums = Pick<Sums, 'watchedM' | 'sensedM' | 'placedM'>;

const metresBySource = ({ watchedM, sensedM, placedM }: WatchedSums): { readonly [S in SingleSource]: number } => ({
  acceleration: sensedM,
  receiverSpeed: watchedM - sensedM - placedM,
  places: placedM,
});

/** Source of the score of these sums. Null: nothing was measured. */
export const sourceOf = (sums: WatchedSums): ScoreSource | null => {
  if (sums.watchedM <= 0) return null;
  const metres = metresBySource(sums);
  return singleSources.find(source => 10 * metres[source] >= sourceFromTenths * sums.watchedM) ?? 'mixed';
};

/** Returns the source with the largest part of the measured distance. The score pulls scarce data to its means. */
export const mainSourceOf = (sums: WatchedSums): SingleSource => {
  const metres = metresBySource(sums);
  return singleSources.reduce((main, source) => (metres[source] > metres[main] ? source : main));
};

/** Returns the company means for these sums. */
export const priorsFor = (sums: WatchedSums, priors: SourcePriors): Priors => priors[mainSourceOf(sums)];

/**
 * Returns the same means for every source. The means are those of the formula, or of a company whose means were computed
 * before each source had its own.
 */
export const samePriors = (priors: Priors): SourcePriors => ({
  acceleration: priors,
  receiverSpeed: priors,
  places: priors,
});

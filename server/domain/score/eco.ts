import type { Sums } from './sums.ts';

/**
 * Values at which a part of the eco index is 0. The three equal parts are: accelerations and brakings per 100 km, share
 * of idling time, standard deviation of the speed divided by its mean.
 */
const zeroPointValues = { manoeuvres: 30, idle: 0.4, spread: 1 } as const;

/** Eco index, 0 to 100, from hard acceleration, spread of speed and idling. Null: not measured. */
export const ecoIndex = (sums: Sums): number | null => {
  const { watchedM, contextM, contextMs, distanceM, idleMs, speedSquares, durationMs } = sums;
  // Idling and the spread of speeds are known for as much of the time as of the distance.
  const knownMs = contextMs * (contextM / distanceM);
  if (watchedM === 0 || !(knownMs > 0) || durationMs === 0) return null;
  const manoeuvresPer100Km = ((sums.acceleration + sums.braking) / watchedM) * 100_000;
  const meanKmh = (distanceM / durationMs) * 3600;
  const speedVariance = Math.max(0, speedSquares / (knownMs / 1000) - meanKmh ** 2);
  const lostShares = [
    manoeuvresPer100Km / zeroPointValues.manoeuvres,
    idleMs / knownMs / zeroPointValues.idle,
    meanKmh > 0 ? Math.sqrt(speedVariance) / meanKmh / zeroPointValues.spread : 1,
  ];
  const meanLostShare = lostShares.reduce((sum, share) => sum + Math.min(1, share), 0) / lostShares.length;
  return Math.round(1000 * (1 - meanLostShare)) / 10;
};

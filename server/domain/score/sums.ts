/**
 * Sums of driving, in whole numbers: ms and metres. So a sum does not depend on the order, and a removed trip can be
 * added back exactly.
 */
export interface Sums {
  readonly trips: number;
  readonly distanceM: number;
  readonly durationMs: number;
  /** Maximum speed, km/h. Null: there is no trip. */
  readonly maximumSpeedKmh: number | null;
  readonly nightMs: number;
  readonly rushMs: number;
  readonly idleMs: number;
  /** Duration of the trips for which the night is known, ms. */
  readonly contextMs: number;
  /** Sum of squared speeds over time, (km/h)² × s. */
  readonly speedSquares: number;
  /** Sum of the complication (difficulty of traffic, 0 to 100) times the distance in metres. */
  readonly complicationM: number;
  readonly urbanM: number;
  readonly motorwayM: number;
  /** Distance of the trips for which complication, kind of road, idling and spread of speeds are known, metres. */
  readonly contextM: number;
  /**
   * `watchedM`: distance searched for manoeuvres, metres. `sensedM`: the part of that distance with samples of
   * acceleration. `placedM`: the part whose speeds follow from positions, because the receiver sent none.
   */
  readonly watchedM: number;
  readonly sensedM: number;
  readonly placedM: number;
  readonly acceleration: number;
  readonly braking: number;
  readonly cornering: number;
  readonly directionChange: number;
  readonly speeding: number;
  readonly bump: number;
}

/**
 * Names of the sums that are added up. The maximum speed is not in the list, because the larger of two values is taken.
 */
export const summedNames = [
  'trips',
  'distanceM',
  'durationMs',
  'nightMs',
  'rushMs',
  'idleMs',
  'contextMs',
  'speedSquares',
  'complicationM',
  'urbanM',
  'motorwayM',
  'contextM',
  'watchedM',
  'sensedM',
  'placedM',
  'acceleration',
  'braking',
  'cornering',
  'directionChange',
  'speeding',
  'bump',
] as const satisfies readonly (keyof Sums)[];

/**
 * Names of the sums from which displayed figures are computed. The other sums serve the eco index, roads and speeding,
 * which are not displayed.
 */
export const displayedNames = [
  'trips',
  'distanceM',
  'durationMs',
  'nightMs',
  'rushMs',
  'contextMs',
  'complicationM',
  'contextM',
  'watchedM',
  'sensedM',
  'placedM',
  'acceleration',
  'braking',
  'cornering',
  'directionChange',
  'bump',
] as const satisfies readonly (typeof summedNames)[number][];
export type ShownSums = Pick<Sums, (typeof displayedNames)[number] | 'maximumSpeedKmh'>;

export const noSums: Sums = Object.freeze({
  ...(Object.fromEntries(summedNames.map(name => [name, 0])) as Record<(typeof summedNames)[number], number>),
  maximumSpeedKmh: null,
});

const maxOrNull = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

export const addSums = (parts: readonly Sums[]): Sums => {
  const total: { -readonly [Name in keyof Sums]: Sums[Name] } = { ...noSums };
  for (const part of parts) {
    for (const name of summedNames) total[name] += part[name];
    total.maximumSpeedKmh = maxOrNull(total.maximumSpeedKmh, part.maximumSpeedKmh);
  }
  return total;
};

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

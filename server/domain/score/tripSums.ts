import type { Sums } from './sums.ts';

/** Number of manoeuvres of a trip by kind. */
export type ManoeuvreCounts = Pick<
  Sums,
  'acceleration' | 'braking' | 'cornering' | 'directionChange' | 'speeding' | 'bump'
>;

/**
 * Known facts of one trip. Null: the trip was stored before the program computed this fact, or too few speeds are
 * known.
 */
export interface TripFacts {
  readonly durationMs: number;
  readonly distanceM: number;
  readonly maximumSpeedKmh: number;
  readonly nightMs: number | null;
  readonly idleMs: number | null;
  readonly speedSquares: number | null;
  readonly complication: number | null;
  readonly urbanM: number | null;
  readonly motorwayM: number | null;
  readonly manoeuvreSource: 'positions' | 'acceleration' | null;
  /**
   * Part of the distance on which manoeuvres could be seen, metres. Null: on the whole distance, if `manoeuvreSource`
   * is known.
   */
  readonly watchedM: number | null;
  /**
   * Part of the distance with acceleration, metres. Null: the whole distance, if `manoeuvreSource` is `acceleration`.
   */
  readonly sensedM: number | null;
  /** Part of the distance watched by positions alone, metres. Null: none, because the receiver's speeds were used. */
  readonly placedM: number | null;
  readonly counts: ManoeuvreCounts;
}

/** The sums of a single trip. */
export const sumsOfTrip = (trip: TripFacts, rushMs: number): Sums => {
  const { durationMs, distanceM, nightMs, manoeuvreSource } = trip;
  return {
    trips: 1,
    distanceM,
    durationMs,
    maximumSpeedKmh: trip.maximumSpeedKmh,
    nightMs: nightMs ?? 0,
    rushMs,
    idleMs: trip.idleMs ?? 0,
    contextMs: nightMs === null ? 0 : durationMs,
    speedSquares: trip.speedSquares ?? 0,
    complicationM: (trip.complication ?? 0) * distanceM,
    urbanM: trip.urbanM ?? 0,
    motorwayM: trip.motorwayM ?? 0,
    contextM: trip.complication === null ? 0 : distanceM,
    watchedM: manoeuvreSource ? (trip.watchedM ?? distanceM) : 0,
    sensedM: trip.sensedM ?? (manoeuvreSource === 'acceleration' ? distanceM : 0),
    placedM: trip.placedM ?? 0,
    ...trip.counts,
  };
};

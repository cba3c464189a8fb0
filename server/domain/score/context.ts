import type { Track } from '../telemetry/positions.ts';
import type { Trip } from '../telemetry/trips.ts';
import { isNight } from './sun.ts';

/** Conditions under which a trip was driven, in whole numbers. */
export interface TripContext {
  readonly nightMs: number;
  readonly idleMs: number;
  /** (km/h)² × s */
  readonly speedSquares: number;
  /** 0 (empty road) to 100 (stop and go). */
  readonly complication: number;
  readonly urbanM: number;
  readonly motorwayM: number;
}

/** Length of the stretches whose mean speed tells the kind of road, ms. */
const stretchMs = 60_000;
const idleBelowKmh = 3;
const urbanBelowKmh = 45;
const motorwayFromKmh = 85;
const motorwayLeastKmh = 60;
/** Turns and stops per kilometre at which the complication of traffic reaches its maximum. */
const hardestStops = 3;
const hardestTurns = 6;
const turnDeg = 30;
const turnFromKmh = 5;
/** Longest gap between fixes, ms. Across a longer gap the movement is unknown. */
const gapMs = 15_000;

const turnedDeg = (from: number, to: number): number => Math.abs(((to - from + 540) % 360) - 180);

/**
 * Adds up the metres in town, on motorways and in all. The kind of road of each minute follows from its mean and lowest
 * speed.
 */
const createRoads = () => {
  let [startMs, wayM, ms, least] = [Number.NaN, 0, 0, Number.POSITIVE_INFINITY];
  let [urbanM, motorwayM, wholeM] = [0, 0, 0];
  const close = (): void => {
    const mean = ms > 0 ? (wayM / ms) * 3600 : 0;
    if (mean >= motorwayFromKmh && least >= motorwayLeastKmh) motorwayM += wayM;
    else if (mean < urbanBelowKmh) urbanM += wayM;
    wholeM += wayM;
    [startMs, wayM, ms, least] = [Number.NaN, 0, 0, Number.POSITIVE_INFINITY];
  };
  return {
    add: (atMs: number, stepMs: number, speedKmh: number): void => {
      if (Number.isNaN(startMs)) startMs = atMs;
      wayM += (speedKmh / 3600) * stepMs;
      ms += stepMs;
      if (speedKmh < least) least = speedKmh;
      if (atMs + stepMs - startMs >= stretchMs) close();
    },
    shares: () => {
      close();
      return wholeM > 0 ? { urban: urbanM / wholeM, motorway: motorwayM / wholeM } : { urban: 0, motorway: 0 };
    },
  };
};

/**
 * Returns the conditions of a trip, in one pass and without an allocation per fix.
 * Night: by the sun's height at each minute and place. Road: by the speeds of each minute. Complication: by stops and
 * turns per kilometre and the share of slow roads.
 */
export const tripContext = (track: Track, trip: Trip): TripContext => {
  const { timeMs, speedKmh, courseDeg, latitude, longitude } = track;
  const roads = createRoads();
  let [nightMs, idleMs, squares, stops, turns] = [0, 0, 0, 0, 0];
  let [minute, night, standing, course] = [Number.NaN, false, false, Number.NaN];
  for (let i = trip.fromIndex; i < trip.toIndex; i++) {
    const stepMs = timeMs[i + 1]! - timeMs[i]!;
    if (stepMs <= 0) continue;
    const now = Math.floor(timeMs[i]! / stretchMs);
    if (now !== minute) {
      minute = now;
      night = isNight(timeMs[i]!, latitude[i]!, longitude[i]!);
    }
    if (night) nightMs += stepMs;
    const speed = speedKmh[i]!;
    if (!(speed >= 0) || stepMs > gapMs) continue;
    roads.add(timeMs[i]!, stepMs, speed);
    squares += (speed * speed * stepMs) / 1000;
    if (speed < idleBelowKmh) {
      idleMs += stepMs;
      if (!standing) stops += 1;
      standing = true;
    } else if (speed > turnFromKmh) {
      standing = false;
      const heading = courseDeg[i]!;
      if (Number.isNaN(course)) course = heading;
      else if (turnedDeg(course, heading) > turnDeg) {
        turns += 1;
        course = heading;
      } else course = heading;
    }
  }
  const { urban, motorway } = roads.shares();
  const km = Math.max(trip.distanceKm, 0.5);
  const hard =
    0.4 * urban + 0.35 * Math.min(1, stops / km / hardestStops) + 0.25 * Math.min(1, turns / km / hardestTurns);
  const metres = trip.distanceKm * 1000;
  const urbanM = Math.round(urban * metres);
  return {
    nightMs: Math.round(nightMs),
    idleMs: Math.round(idleMs),
    speedSquares: Math.round(squares),
    complication: Math.round(100 * hard),
    urbanM,
    // Limited, because both rounded lengths together could exceed the distance by 1 m.
    motorwayM: Math.min(Math.round(motorway * metres), Math.round(metres) - urbanM),
  };
};

import type { Track } from '../telemetry/positions.ts';
import type { Trip } from '../telemetry/trips.ts';
import { isNight, utcOffsetMs } from './localClock.ts';

/**
 * Conditions under which a trip was driven, in whole numbers. Those that follow from speeds are null if known speeds
 * cover less than half of the trip's time.
 */
export interface TripContext {
  /** How far the local clock is ahead of UTC where the trip begins, ms. */
  readonly utcOffsetMs: number;
  readonly nightMs: number;
  readonly idleMs: number | null;
  /** Sum of squared speeds over time, (km/h)² × s. */
  readonly speedSquares: number | null;
  /** Difficulty of the traffic, from 0 (empty road) to 100 (stop and go). */
  readonly complication: number | null;
  readonly urbanM: number | null;
  readonly motorwayM: number | null;
}

/** Duration of one part of a trip, ms. The mean speed of each part tells its kind of road. */
const stretchMs = 60_000;
const idleBelowKmh = 3;
const urbanBelowKmh = 45;
const motorwayFromKmh = 85;
const motorwayLowestKmh = 60;
/** Stops and turns per kilometre at which the difficulty of traffic reaches its maximum. */
const stopsPerKmAtMaximum = 3;
const turnsPerKmAtMaximum = 6;
const turnDeg = 30;
const turnFromKmh = 5;
/** Longest gap between fixes, ms. Across a longer gap the movement is unknown. */
const maxGapMs = 15_000;

const turnedDeg = (from: number, to: number): number => Math.abs(((to - from + 540) % 360) - 180);

/**
 * Adds up the metres in town, on motorways and in all. The kind of road of each minute follows from its mean and lowest
 * speed.
 */
const createRoadTypeSums = () => {
  let [startMs, stretchM, drivenMs, lowestKmh] = [Number.NaN, 0, 0, Number.POSITIVE_INFINITY];
  let [urbanM, motorwayM, totalM] = [0, 0, 0];
  const closeStretch = (): void => {
    const meanKmh = drivenMs > 0 ? (stretchM / drivenMs) * 3600 : 0;
    if (meanKmh >= motorwayFromKmh && lowestKmh >= motorwayLowestKmh) motorwayM += stretchM;
    else if (meanKmh < urbanBelowKmh) urbanM += stretchM;
    totalM += stretchM;
    [startMs, stretchM, drivenMs, lowestKmh] = [Number.NaN, 0, 0, Number.POSITIVE_INFINITY];
  };
  return {
    add: (atMs: number, stepMs: number, speedKmh: number): void => {
      if (Number.isNaN(startMs)) startMs = atMs;
      stretchM += (speedKmh / 3600) * stepMs;
      drivenMs += stepMs;
      if (speedKmh < lowestKmh) lowestKmh = speedKmh;
      if (atMs + stepMs - startMs >= stretchMs) closeStretch();
    },
    shares: () => {
      closeStretch();
      return totalM > 0 ? { urban: urbanM / totalM, motorway: motorwayM / totalM } : { urban: 0, motorway: 0 };
    },
  };
};

/**
 * Returns the conditions of a trip, in one pass and without an allocation per fix.
 * Night: 23 to 5 by the local clock at each minute and place. Road: by the speeds of each minute. Complication
 * (difficulty of traffic): by stops and turns per kilometre and the share of slow roads.
 */
export const tripContext = (track: Track, trip: Trip): TripContext => {
  const { timeMs, speedKmh, courseDeg, latitude, longitude } = track;
  const roadTypeSums = createRoadTypeSums();
  let [passedMs, knownMs, nightMs, idleMs, squares, stops, turns] = [0, 0, 0, 0, 0, 0, 0];
  let [minute, night, standing, course] = [Number.NaN, false, false, Number.NaN];
  for (let i = trip.fromIndex; i < trip.toIndex; i++) {
    const stepMs = timeMs[i + 1]! - timeMs[i]!;
    if (stepMs <= 0) continue;
    passedMs += stepMs;
    const currentMinute = Math.floor(timeMs[i]! / stretchMs);
    if (currentMinute !== minute) {
      minute = currentMinute;
      night = isNight(timeMs[i]!, latitude[i]!, longitude[i]!);
    }
    if (night) nightMs += stepMs;
    const currentKmh = speedKmh[i]!;
    if (!(currentKmh >= 0) || stepMs > maxGapMs) continue;
    knownMs += stepMs;
    roadTypeSums.add(timeMs[i]!, stepMs, currentKmh);
    squares += (currentKmh * currentKmh * stepMs) / 1000;
    if (currentKmh < idleBelowKmh) {
      idleMs += stepMs;
      if (!standing) stops += 1;
      standing = true;
    } else if (currentKmh > turnFromKmh) {
      standing = false;
      const heading = courseDeg[i]!;
      if (Number.isNaN(course)) course = heading;
      else if (turnedDeg(course, heading) > turnDeg) {
        turns += 1;
        course = heading;
      } else course = heading;
    }
  }
  const start = trip.fromIndex;
  const clock = {
    utcOffsetMs: utcOffsetMs(timeMs[start]!, latitude[start]!, longitude[start]!),
    nightMs: Math.round(nightMs),
  };
  if (knownMs * 2 < passedMs)
    return { ...clock, idleMs: null, speedSquares: null, complication: null, urbanM: null, motorwayM: null };
  const { urban, motorway } = roadTypeSums.shares();
  const km = Math.max(trip.distanceKm, 0.5);
  const complication =
    0.4 * urban +
    0.35 * Math.min(1, stops / km / stopsPerKmAtMaximum) +
    0.25 * Math.min(1, turns / km / turnsPerKmAtMaximum);
  const metres = trip.distanceKm * 1000;
  const urbanM = Math.round(urban * metres);
  return {
    ...clock,
    idleMs: Math.round(idleMs),
    speedSquares: Math.round(squares),
    complication: Math.round(100 * complication),
    urbanM,
    // The motorway length is limited, because both rounded lengths together could exceed the distance by 1 m.
    motorwayM: Math.min(Math.round(motorway * metres), Math.round(metres) - urbanM),
  };
};

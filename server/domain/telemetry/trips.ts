import { createRuler } from '../geo.ts';
import { boundedStepsM } from './boundedSteps.ts';
import { findMovementsWithoutIgnition, type MovementWithoutIgnition } from './movementWithoutIgnition.ts';
import type { Track } from './positions.ts';
import { createReachTest } from './reach.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { markContinuedSilences } from './silences.ts';
import { credibleSpeedKmh, mergeClose, speedsKmh, trustedIndexes } from './speeds.ts';
import { markSuspectFixes } from './suspectFixes.ts';

const medianOf = (values: Float64Array, fixIndexes: Uint32Array, from: number, to: number): number => {
  const sorted = Float64Array.from(fixIndexes.subarray(from, to), i => values[i]!).sort();
  return sorted[sorted.length >> 1]!;
};

/**
 * Marks the fixes in `fixIndexes` that belong to a parked car with drifting positions. `fixIndexes`: indexes of fixes
 * that are not suspect, by rising time.
 * A stay lasts at least `tripEndMs` within `tripCircleM` of its first fix (stay points, Li et al. 2008).
 * A car drives into this circle and out of it. So the parked part lies between the first and the last fix within
 * `driftRadiusM` of the stay's median position.
 */
const markParkedFixes = (track: Track, fixIndexes: Uint32Array, settings: TelemetrySettings): Uint8Array => {
  const { timeMs, latitude, longitude } = track;
  const { tripEndMs, tripCircleM, driftRadiusM } = settings;
  const rulerM = createRuler();
  const isParked = new Uint8Array(fixIndexes.length);
  const markStay = (from: number, to: number): void => {
    const north = medianOf(latitude, fixIndexes, from, to);
    const east = medianOf(longitude, fixIndexes, from, to);
    const isNearMedian = (k: number): boolean =>
      rulerM(north, east, latitude[fixIndexes[k]!]!, longitude[fixIndexes[k]!]!) <= driftRadiusM;
    let first = from;
    while (first < to && !isNearMedian(first)) first++;
    let last = to - 1;
    while (last > first && !isNearMedian(last)) last--;
    isParked.fill(1, first, last + 1);
  };

  // If the receiver gives all speeds, positions are not needed.
  const needsPositions = fixIndexes.some(i => !(track.speedKmh[i]! >= 0));
  for (let from = 0; needsPositions && from < fixIndexes.length; ) {
    const start = fixIndexes[from]!;
    let to = from + 1;
    for (; to < fixIndexes.length; to++) {
      const i = fixIndexes[to]!;
      if (timeMs[i]! - timeMs[fixIndexes[to - 1]!]! > tripEndMs) break;
      if (rulerM(latitude[start]!, longitude[start]!, latitude[i]!, longitude[i]!) > tripCircleM) break;
    }
    const isStay = timeMs[fixIndexes[to - 1]!]! - timeMs[start]! >= tripEndMs;
    if (isStay) markStay(from, to);
    from = isStay ? to : from + 1;
  }
  return isParked;
};

/** One trip, from its first to its last moving fix, both inside `fromIndex..toIndex` of the track. */
export interface Trip {
  startMs: number;
  endMs: number;
  fromIndex: number;
  toIndex: number;
  distanceKm: number;
  /** Part of the distance in which the device sent no fixes and the trip continued, km. Measured as a straight line. */
  estimatedKm: number;
  durationS: number;
  averageSpeedKmh: number;
  maximumSpeedKmh: number;
}

/** Trips of a track, and movements with the ignition off, which belong to no trip. */
export interface Movements {
  readonly trips: Trip[];
  readonly withoutIgnition: MovementWithoutIgnition[];
}

/**
 * Cuts a sorted track into trips.
 * A trip begins with the first fix above `tripStartKmh`. It ends with the last fix above that speed before a stop or a
 * silence of `tripEndMs`. The stop belongs to no trip. A trip continues across a silence of `createSilenceTest`. With
 * the ignition reported off, only the receiver's speed counts as movement, because positions drift while parked.
 * Without the receiver's speed, a stay of `tripEndMs` within `tripCircleM` is no movement. A trip must also leave the
 * circle of radius `tripCircleM` around its start.
 * Distance is summed over positions at least `stationaryRadiusM` apart, so that standing adds nothing. Noise does not
 * lengthen the distance (`boundedStepsM`). Suspect fixes are ignored. A movement with the ignition off, such as a tow
 * or a ferry, ends a trip and belongs to none. `reasons`: result of `markSuspectFixes`, computed here if absent.
 */
export const cutMovements = (
  sentTrack: Track,
  settings: TelemetrySettings = defaultSettings,
  reasons: Uint8Array = markSuspectFixes(sentTrack, Number.POSITIVE_INFINITY, settings).reasons,
): Movements => {
  const trusted = trustedIndexes(reasons);
  const track = withTrustedSpeeds(sentTrack, settings, trusted);
  const { timeMs, latitude, longitude, speedKmh, ignition } = track;
  const { tripStartKmh, tripEndMs, stationaryRadiusM, tripCircleM } = settings;
  const fixIndexes = mergeClose(track, trusted, settings);
  const isParked = markParkedFixes(track, fixIndexes, settings);
  const speeds = speedsKmh(track, fixIndexes, settings);
  const boundedM = boundedStepsM(track, fixIndexes, speeds, settings);
  const continues = markContinuedSilences(track, fixIndexes, settings);
  const withoutIgnition = findMovementsWithoutIgnition(track, { fixIndexes, speeds, isParked, continues }, settings);
  const rulerM = createRuler();
  const isReachable = createReachTest(track, settings);
  const trips: Trip[] = [];

  let tripStart = -1;
  let lastMoving = -1;
  let anchorIndex = 0;
  let pathM = 0;
  let distanceM = 0;
  let estimatedM = 0;
  let maximumKmh = 0;
  let farthestM = 0;

  const closeTrip = (): void => {
    if (tripStart >= 0 && farthestM > tripCircleM) {
      const startMs = timeMs[tripStart]!;
      const endMs = timeMs[lastMoving]!;
      const durationS = (endMs - startMs) / 1000;
      trips.push({
        startMs,
        endMs,
        fromIndex: tripStart,
        toIndex: lastMoving,
        distanceKm: distanceM / 1000,
        estimatedKm: estimatedM / 1000,
        durationS,
        averageSpeedKmh: (distanceM / durationS) * 3.6,
        maximumSpeedKmh: maximumKmh,
      });
    }
    tripStart = -1;
  };

  for (let k = 0, movement = 0; k < fixIndexes.length; k++) {
    const i = fixIndexes[k]!;
    const nowMs = timeMs[i]!;
    while (movement < withoutIgnition.length && withoutIgnition[movement]!.toIndex < i) movement++;
    if (movement < withoutIgnition.length && withoutIgnition[movement]!.fromIndex <= i) {
      closeTrip();
      continue;
    }
    const follows = continues[k] === 1;
    if (tripStart >= 0 && !follows && nowMs - timeMs[lastMoving]! > tripEndMs) closeTrip();
    const hasReceiverSpeed = speedKmh[i]! >= 0;
    const isMoving =
      follows ||
      continues[k + 1] === 1 ||
      (speeds[k]! > tripStartKmh && (hasReceiverSpeed || (ignition[i] !== 0 && isParked[k] === 0)));
    if (tripStart < 0) {
      if (!isMoving) continue;
      tripStart = i;
      anchorIndex = i;
      pathM = 0;
      distanceM = 0;
      estimatedM = 0;
      maximumKmh = 0;
      farthestM = 0;
    }
    const metres = rulerM(latitude[anchorIndex]!, longitude[anchorIndex]!, latitude[i]!, longitude[i]!);
    if (boundedM[k]! >= 0) {
      if (i !== tripStart) pathM += boundedM[k]!;
      anchorIndex = i;
    } else if (isMoving || metres >= stationaryRadiusM) {
      // If no car can drive between two fixes in time, the distance is not added. One of the fixes is a jump, but
      // `markSuspectFixes` could not tell which.
      if (isReachable(anchorIndex, i)) pathM += metres;
      anchorIndex = i;
    }
    if (!isMoving) continue;
    const silenceStartMs = timeMs[lastMoving]!;
    lastMoving = i;
    distanceM = pathM;
    if (follows) {
      estimatedM += metres;
      // The speeds within a silence are unknown. Their mean is a lower bound of the maximum.
      maximumKmh = Math.max(maximumKmh, (metres / (nowMs - silenceStartMs)) * 3600);
    }
    // A trip that has once left the circle around its start is a trip. So no further distance from the start is
    // computed.
    if (farthestM <= tripCircleM)
      farthestM = rulerM(latitude[tripStart]!, longitude[tripStart]!, latitude[i]!, longitude[i]!);
    if (speeds[k]! > maximumKmh)
      maximumKmh = Math.max(maximumKmh, credibleSpeedKmh(track, speeds, fixIndexes, k, settings));
  }
  closeTrip();
  return { trips, withoutIgnition };
};

/** Returns only the trips of `cutMovements`. */
export const cutTrips = (...input: Parameters<typeof cutMovements>): Trip[] => cutMovements(...input).trips;

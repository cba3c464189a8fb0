import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { speedsByStretch } from './receiverSpeed.ts';
import type { TelemetrySettings } from './settings.ts';

type Place = readonly [latitude: number, longitude: number];

/** A usual mistake in stating a place. `correct` returns the place that was meant, and undoes itself. */
export interface PlaceMistake {
  readonly kind: AnomalyKind;
  readonly correct: (place: Place) => Place;
}

const swapped: PlaceMistake = { kind: 'swapped', correct: ([latitude, longitude]) => [longitude, latitude] };
const placeMistakes: readonly PlaceMistake[] = [
  swapped,
  { kind: 'place', correct: ([latitude, longitude]) => [latitude, -longitude] },
  { kind: 'place', correct: ([latitude, longitude]) => [-latitude, longitude] },
];

const isOnGlobe = ([latitude, longitude]: Place): boolean => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
const placeAt = ({ latitude, longitude }: Track, i: number): Place => [latitude[i]!, longitude[i]!];

/** Corrects the places of these fixes. Changes `track`. */
const correctPlaces = (track: Track, indexes: readonly number[], { correct }: PlaceMistake): void => {
  for (const i of indexes) [track.latitude[i], track.longitude[i]] = correct(placeAt(track, i));
};

/** Distance that a car can drive in this time, m. After `tripEndMs` it counts as parked. */
const reachOf = (ms: number, { fixNoiseM, maximumSpeedKmh, tripEndMs }: TelemetrySettings): number =>
  fixNoiseM + (maximumSpeedKmh / 3.6) * Math.max(1, Math.min(Math.abs(ms), tripEndMs) / 1000);

/**
 * Returns the indexes of fixes with this mistake. Such a fix is off the globe, or at least `swappedFromM` from the fix
 * before. With its place corrected, a car can reach it from the fix before.
 * Takes fixes in the order sent. If more than half of the fixes seem wrong, the other fixes are returned, because they
 * are fewer.
 */
const findWrongPlaces = (track: Track, { correct }: PlaceMistake, settings: TelemetrySettings): number[] => {
  const { timeMs } = track;
  const rulerM = createRuler();
  const wrong: number[] = [];
  let previous: Place | undefined;
  for (let i = 0; i < timeMs.length; i++) {
    const stated = placeAt(track, i);
    const corrected = correct(stated);
    const isFar =
      previous !== undefined && (!isOnGlobe(stated) || rulerM(...previous, ...stated) >= settings.swappedFromM);
    const reachM = reachOf(timeMs[i]! - (timeMs[i - 1] ?? timeMs[i]!), settings);
    const isWrong = isFar && isOnGlobe(corrected) && rulerM(...previous!, ...corrected) <= reachM;
    if (isWrong) wrong.push(i);
    else if (!isOnGlobe(stated) || stated.every(degrees => Math.abs(degrees) < 0.001)) continue;
    previous = isWrong ? corrected : stated;
  }
  if (wrong.length * 2 <= timeMs.length) return wrong;
  const wrongIndexes = new Set(wrong);
  return Array.from(timeMs, (_, i) => i).filter(i => !wrongIndexes.has(i));
};

/**
 * Corrects fixes of a message whose latitude and longitude are exchanged, or of the wrong sign, so that all fixes agree.
 * Changes `track`, and returns the number of corrected fixes by kind of fault. Takes fixes in the order sent.
 */
export const correctWrongPlaces = (
  track: Track,
  settings: TelemetrySettings,
): Readonly<Partial<Record<AnomalyKind, number>>> => {
  const counts: Partial<Record<AnomalyKind, number>> = {};
  for (const mistake of placeMistakes) {
    const wrong = findWrongPlaces(track, mistake, settings);
    correctPlaces(track, wrong, mistake);
    if (wrong.length > 0) counts[mistake.kind] = (counts[mistake.kind] ?? 0) + wrong.length;
  }
  return counts;
};

/**
 * Share of the distance to the stated place within which the corrected place must lie, because the car may have moved
 * unseen.
 */
const nearShare = 1 / 20;

/** Returns the mistake that explains why a fix is far from a known place of the car. `ms`: time between both. */
export const findPlaceMistake = (
  known: Place,
  stated: Place,
  ms: number,
  settings: TelemetrySettings,
): PlaceMistake | undefined => {
  const rulerM = createRuler();
  const distanceM = rulerM(...known, ...stated);
  if (distanceM < settings.swappedFromM) return undefined;
  const nearM = Math.max(reachOf(ms, settings), distanceM * nearShare);
  return placeMistakes.find(({ correct }) => {
    const corrected = correct(stated);
    return isOnGlobe(corrected) && rulerM(...known, ...corrected) <= nearM;
  });
};

/** Returns a copy of the track with all places corrected. */
export const withCorrectPlaces = (track: Track, mistake: PlaceMistake): Track => {
  const corrected = { ...track, latitude: track.latitude.slice(), longitude: track.longitude.slice() };
  correctPlaces(corrected, [...track.timeMs.keys()], mistake);
  return corrected;
};

/** Smallest mean deviation of the receiver's speeds from the stated places that shows swapped places, as a share. */
const minDeviation = 0.1;

/**
 * Whether latitude and longitude of a whole drive are exchanged: the receiver's speeds contradict the places as stated,
 * and agree with the places swapped back at least three times better. Takes fixes by rising time.
 */
export const areAllSwapped = (track: Track, settings: TelemetrySettings): boolean => {
  const deviationOf = (each: Track): number => {
    const { received, placed } = speedsByStretch(each, settings);
    if (received.length < settings.speedCheckStretches) return Number.NaN;
    const sum = received.reduce((total, kmh, i) => total + Math.abs(kmh - placed[i]!) / Math.max(kmh, placed[i]!), 0);
    return sum / received.length;
  };
  const stated = deviationOf(track);
  if (!(stated >= minDeviation)) return false;
  const swappedBack = withCorrectPlaces(track, swapped);
  return (
    swappedBack.timeMs.every((_, i) => isOnGlobe(placeAt(swappedBack, i))) && deviationOf(swappedBack) * 3 <= stated
  );
};

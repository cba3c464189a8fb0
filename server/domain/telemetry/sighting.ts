import type { SightingVerdict } from '../../../src/contract/shapes/sighting.ts';
import { degreeLengths } from '../../../src/schema/kinds/wgs84.ts';
import { distanceM, eastwardDeg } from '../geo.ts';
import { pickFixes, type Track } from './positions.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { trustedIndexes } from './speeds.ts';
import { markSuspectFixes } from './suspectFixes.ts';

/** Longest gap between fixes within which a position is interpolated, ms. */
export const maxInterpolationMs = 30_000;
/** Uncertainty per unit of HDOP, metres. With HDOP 1, nine fixes in ten lie within ten metres. */
const metresPerHdop = 10;

export interface SightingQuestion {
  readonly latitude: number;
  readonly longitude: number;
  readonly atMs: number;
  /**
   * Time range in which the car is searched, ms since 1970. Fixes before and after the range show the movement at its
   * ends.
   */
  readonly fromMs: number;
  readonly toMs: number;
  readonly radiusM: number;
}

export interface CarPosition {
  readonly atMs: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Speed of the car, km/h. NaN: unknown. */
  readonly speedKmh: number;
  readonly distanceM: number;
  readonly uncertaintyM: number;
  readonly interpolated: boolean;
}

export interface SightingResult {
  readonly verdict: SightingVerdict;
  readonly nearest: CarPosition | null;
  readonly atMoment: CarPosition | null;
  readonly before: CarPosition | null;
  readonly after: CarPosition | null;
  readonly gaps: readonly { readonly fromMs: number; readonly toMs: number }[];
  readonly fixes: number;
  readonly recordedMs: number;
  /** The fixes of the time range that are not suspect. */
  readonly track: Track;
}

/** Positions on a plane around the place in question. Distances are exact to 0.1 % within tens of kilometres. */
const createPlane = (track: Track, { latitude, longitude }: SightingQuestion, settings: TelemetrySettings) => {
  const { eastM, northM } = degreeLengths(latitude);
  const x = (i: number) => eastwardDeg(longitude, track.longitude[i]!) * eastM;
  const y = (i: number) => (track.latitude[i]! - latitude) * northM;
  const noiseM = (i: number) => Math.max(settings.fixNoiseM, metresPerHdop * (track.hdop[i]! || 0));

  /** Returns the longitude at `share` of the way, also across the 180th meridian. */
  const longitudeBetween = (a: number, b: number, share: number): number =>
    eastwardDeg(0, track.longitude[a]! + share * eastwardDeg(track.longitude[a]!, track.longitude[b]!));

  /** Returns the position at `share` (0 to 1) of the way from fix `a` to the next fix. */
  const positionBetween = (a: number, share: number): CarPosition => {
    const b = share === 0 ? a : a + 1;
    const interpolate = (values: ArrayLike<number>) => values[a]! + share * (values[b]! - values[a]!);
    const atMs = interpolate(track.timeMs);
    const sinceS = (atMs - track.timeMs[a]!) / 1000;
    const untilS = (track.timeMs[b]! - atMs) / 1000;
    // The uncertainty between two fixes is the sag of a path driven at the highest acceleration. It is at most the
    // distance that a car can drive in the time.
    const sagM = Math.min(
      0.5 * settings.maximumAccelerationMs2 * sinceS * untilS,
      (settings.maximumSpeedKmh / 3.6) * Math.min(sinceS, untilS),
    );
    const position = { latitude: interpolate(track.latitude), longitude: longitudeBetween(a, b, share) };
    return {
      atMs,
      ...position,
      speedKmh: interpolate(track.speedKmh),
      distanceM: distanceM(latitude, longitude, position.latitude, position.longitude),
      uncertaintyM: noiseM(a) + share * (noiseM(b) - noiseM(a)) + sagM,
      interpolated: share > 0 && share < 1,
    };
  };

  /**
   * Returns the position between fix `a` and the next fix that is nearest to the place in question, within a time
   * range.
   */
  const nearestBetween = (a: number, fromMs: number, toMs: number): CarPosition => {
    const startMs = track.timeMs[a]!;
    const stepMs = track.timeMs[a + 1]! - startMs;
    const east = x(a + 1) - x(a);
    const north = y(a + 1) - y(a);
    const squaredLength = east * east + north * north;
    const share = squaredLength > 0 ? -(x(a) * east + y(a) * north) / squaredLength : 0;
    const minShare = Math.max(0, (fromMs - startMs) / stepMs);
    const maxShare = Math.min(1, (toMs - startMs) / stepMs);
    return positionBetween(a, Math.min(maxShare, Math.max(minShare, share)));
  };

  /** Shortest time that a car needs between fix `i` and the place in question, ms. */
  const travelMs = (i: number, radiusM: number): number => {
    const distanceToCircleM =
      distanceM(latitude, longitude, track.latitude[i]!, track.longitude[i]!) - radiusM - noiseM(i);
    return (Math.max(0, distanceToCircleM) / (settings.maximumSpeedKmh / 3.6)) * 1000;
  };

  return { between: positionBetween, nearestOnWay: nearestBetween, wayMs: travelMs };
};

const believedFixes = (sentTrack: Track, settings: TelemetrySettings): Track => {
  const track = withTrustedSpeeds(sentTrack, settings);
  // The times of fixes were checked when the fixes arrived, so only jumps are left to find.
  return pickFixes(track, trustedIndexes(markSuspectFixes(track, Number.POSITIVE_INFINITY, settings).reasons));
};

/** Returns the position with the lowest value of `measure`. Null: there are no positions. */
const findLeast = (positions: readonly CarPosition[], measure: (sighting: CarPosition) => number): CarPosition | null =>
  positions.reduce<CarPosition | null>(
    (best, sighting) => (best === null || measure(sighting) < measure(best) ? sighting : best),
    null,
  );

/**
 * Returns what a track says about a car near a place. Takes a sorted track, which may reach beyond the time range.
 * For times without fixes the result only says whether the car could have been at the place.
 */
export const findSighting = (
  sentTrack: Track,
  question: SightingQuestion,
  settings: TelemetrySettings = defaultSettings,
): SightingResult => {
  const track = believedFixes(sentTrack, settings);
  const { timeMs } = track;
  const { between, nearestOnWay, wayMs } = createPlane(track, question, settings);
  const { fromMs, toMs, atMs, radiusM } = question;
  const positions: CarPosition[] = [];
  const gaps: { fromMs: number; toMs: number }[] = [];
  const insideIndexes: number[] = [];
  let atMoment: CarPosition | null = null;
  let recordedMs = 0;

  /**
   * Adds the part of a gap in which the car could have been at the place. The car must reach the place after fix `a`,
   * and fix `b` after the place.
   */
  const addGap = (a: number | undefined, b: number | undefined) => {
    const earliestArrivalMs = a === undefined ? Number.NEGATIVE_INFINITY : timeMs[a]! + wayMs(a, radiusM);
    const latestDepartureMs = b === undefined ? Number.POSITIVE_INFINITY : timeMs[b]! - wayMs(b, radiusM);
    const gap = {
      fromMs: Math.ceil(Math.max(fromMs, earliestArrivalMs)),
      toMs: Math.floor(Math.min(toMs, latestDepartureMs)),
    };
    if (gap.fromMs < gap.toMs) gaps.push(gap);
  };

  const { length } = timeMs;
  addGap(undefined, length > 0 ? 0 : undefined);
  for (let i = 0; i < length; i++) {
    if (timeMs[i]! >= fromMs && timeMs[i]! <= toMs) {
      insideIndexes.push(i);
      positions.push(between(i, 0));
    }
    if (timeMs[i] === atMs) atMoment = between(i, 0);
    if (i === length - 1) continue;
    const gapMs = timeMs[i + 1]! - timeMs[i]!;
    if (gapMs > maxInterpolationMs) {
      addGap(i, i + 1);
      continue;
    }
    if (timeMs[i + 1]! <= fromMs || timeMs[i]! >= toMs) continue;
    recordedMs += Math.min(toMs, timeMs[i + 1]!) - Math.max(fromMs, timeMs[i]!);
    positions.push(nearestOnWay(i, fromMs, toMs));
    if (timeMs[i]! < atMs && atMs < timeMs[i + 1]!) atMoment = between(i, (atMs - timeMs[i]!) / gapMs);
  }
  if (length > 0) addGap(length - 1, undefined);

  const isBefore = (i: number) => timeMs[i]! <= atMs;
  const nextIndex = timeMs.findIndex((_, i) => !isBefore(i));
  const lastIndex = nextIndex === -1 ? length - 1 : nextIndex - 1;
  const mostCertain = findLeast(positions, sighting => sighting.distanceM + sighting.uncertaintyM);
  const nearest = findLeast(positions, sighting => sighting.distanceM);
  const possible = findLeast(positions, sighting => sighting.distanceM - sighting.uncertaintyM);
  const isInside = (metres: number | undefined) => metres !== undefined && metres <= radiusM;
  const verdict = ((): SightingVerdict => {
    if (isInside(mostCertain ? mostCertain.distanceM + mostCertain.uncertaintyM : undefined)) return 'there';
    if (isInside(possible ? possible.distanceM - possible.uncertaintyM : undefined)) return 'maybe';
    if (length === 0) return 'nothing';
    return gaps.length > 0 ? 'open' : 'away';
  })();
  return {
    verdict,
    nearest: verdict === 'there' ? mostCertain : nearest,
    atMoment,
    before: lastIndex >= 0 ? between(lastIndex, 0) : null,
    after: nextIndex === -1 ? null : between(nextIndex, 0),
    gaps: verdict === 'there' ? [] : gaps,
    fixes: insideIndexes.length,
    recordedMs,
    track: pickFixes(track, Uint32Array.from(insideIndexes)),
  };
};

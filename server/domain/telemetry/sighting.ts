import type { SightingVerdict } from '../../../src/contract/shapes/sighting.ts';
import { degreeLengths } from '../../../src/schema/kinds/wgs84.ts';
import { distanceM } from '../geo.ts';
import { pickFixes, type Track } from './positions.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { believedIndexes } from './speeds.ts';
import { markSuspectFixes } from './suspectFixes.ts';

/** Longest gap between fixes within which a position is interpolated, ms. */
export const joinedWithinMs = 30_000;
/** Uncertainty per unit of HDOP, metres. With HDOP 1, nine fixes in ten lie within ten metres. */
const metresPerHdop = 10;

export interface SightingQuestion {
  readonly latitude: number;
  readonly longitude: number;
  readonly atMs: number;
  /** Time range in which the car is searched. Fixes before and after the range show the movement at its ends. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly radiusM: number;
}

export interface SeenAt {
  readonly atMs: number;
  readonly latitude: number;
  readonly longitude: number;
  /** NaN: unknown. */
  readonly speedKmh: number;
  readonly distanceM: number;
  readonly uncertaintyM: number;
  readonly interpolated: boolean;
}

export interface SightingFound {
  readonly verdict: SightingVerdict;
  readonly nearest: SeenAt | null;
  readonly atMoment: SeenAt | null;
  readonly before: SeenAt | null;
  readonly after: SeenAt | null;
  readonly gaps: readonly { readonly fromMs: number; readonly toMs: number }[];
  readonly fixes: number;
  readonly recordedMs: number;
  /** The fixes of the time range that are not suspect. */
  readonly track: Track;
}

/** Positions on a plane around the place in question. Distances are exact to 0.1 % within tens of kilometres. */
const createScene = (track: Track, { latitude, longitude }: SightingQuestion, settings: TelemetrySettings) => {
  const { eastM, northM } = degreeLengths(latitude);
  const x = (i: number) => (track.longitude[i]! - longitude) * eastM;
  const y = (i: number) => (track.latitude[i]! - latitude) * northM;
  const noiseM = (i: number) => Math.max(settings.fixNoiseM, metresPerHdop * (track.hdop[i]! || 0));

  /** The position at `share` of the way from fix `a` to the next one. */
  const between = (a: number, share: number): SeenAt => {
    const b = share === 0 ? a : a + 1;
    const of = (values: ArrayLike<number>) => values[a]! + share * (values[b]! - values[a]!);
    const atMs = of(track.timeMs);
    const passedS = (atMs - track.timeMs[a]!) / 1000;
    const leftS = (track.timeMs[b]! - atMs) / 1000;
    // Uncertainty between two fixes: the sag of a path driven at the highest acceleration. The distance that a car can
    // drive limits it.
    const sagM = Math.min(
      0.5 * settings.maximumAccelerationMs2 * passedS * leftS,
      (settings.maximumSpeedKmh / 3.6) * Math.min(passedS, leftS),
    );
    const place = { latitude: of(track.latitude), longitude: of(track.longitude) };
    return {
      atMs,
      ...place,
      speedKmh: of(track.speedKmh),
      distanceM: distanceM(latitude, longitude, place.latitude, place.longitude),
      uncertaintyM: noiseM(a) + share * (noiseM(b) - noiseM(a)) + sagM,
      interpolated: share > 0 && share < 1,
    };
  };

  /** The nearest position between fix `a` and the next one, within a time range. */
  const nearestOnWay = (a: number, fromMs: number, toMs: number): SeenAt => {
    const startMs = track.timeMs[a]!;
    const wholeMs = track.timeMs[a + 1]! - startMs;
    const east = x(a + 1) - x(a);
    const north = y(a + 1) - y(a);
    const length = east * east + north * north;
    const share = length > 0 ? -(x(a) * east + y(a) * north) / length : 0;
    const low = Math.max(0, (fromMs - startMs) / wholeMs);
    const high = Math.min(1, (toMs - startMs) / wholeMs);
    return between(a, Math.min(high, Math.max(low, share)));
  };

  /** Shortest time that a car needs between fix `i` and the place in question, ms. */
  const wayMs = (i: number, radiusM: number): number => {
    const awayM = distanceM(latitude, longitude, track.latitude[i]!, track.longitude[i]!) - radiusM - noiseM(i);
    return (Math.max(0, awayM) / (settings.maximumSpeedKmh / 3.6)) * 1000;
  };

  return { between, nearestOnWay, wayMs };
};

const believedFixes = (sent: Track, settings: TelemetrySettings): Track => {
  const track = withTrustedSpeeds(sent, settings);
  // The clock was checked when the fixes arrived, so only jumps are left to find.
  return pickFixes(track, believedIndexes(markSuspectFixes(track, Number.POSITIVE_INFINITY, settings).reasons));
};

/** The element with the lowest value. */
const least = (seen: readonly SeenAt[], by: (one: SeenAt) => number): SeenAt | null =>
  seen.reduce<SeenAt | null>((best, one) => (best === null || by(one) < by(best) ? one : best), null);

/**
 * Returns what a track says about a car near a place. Takes a sorted track, which may reach beyond the time range.
 * For times without fixes the result only says whether the car could have been at the place.
 */
export const findSighting = (
  sent: Track,
  asked: SightingQuestion,
  settings: TelemetrySettings = defaultSettings,
): SightingFound => {
  const track = believedFixes(sent, settings);
  const { timeMs } = track;
  const { between, nearestOnWay, wayMs } = createScene(track, asked, settings);
  const { fromMs, toMs, atMs, radiusM } = asked;
  const seen: SeenAt[] = [];
  const gaps: { fromMs: number; toMs: number }[] = [];
  const inside: number[] = [];
  let atMoment: SeenAt | null = null;
  let recordedMs = 0;

  /**
   * The part of a gap in which the car could have been at the place: after coming from fix `a` and before reaching fix
   * `b`.
   */
  const silence = (a: number | undefined, b: number | undefined) => {
    const comesMs = a === undefined ? Number.NEGATIVE_INFINITY : timeMs[a]! + wayMs(a, radiusM);
    const leavesMs = b === undefined ? Number.POSITIVE_INFINITY : timeMs[b]! - wayMs(b, radiusM);
    const gap = { fromMs: Math.ceil(Math.max(fromMs, comesMs)), toMs: Math.floor(Math.min(toMs, leavesMs)) };
    if (gap.fromMs < gap.toMs) gaps.push(gap);
  };

  const { length } = timeMs;
  silence(undefined, length > 0 ? 0 : undefined);
  for (let i = 0; i < length; i++) {
    if (timeMs[i]! >= fromMs && timeMs[i]! <= toMs) {
      inside.push(i);
      seen.push(between(i, 0));
    }
    if (timeMs[i] === atMs) atMoment = between(i, 0);
    if (i === length - 1) continue;
    const betweenMs = timeMs[i + 1]! - timeMs[i]!;
    if (betweenMs > joinedWithinMs) {
      silence(i, i + 1);
      continue;
    }
    if (timeMs[i + 1]! <= fromMs || timeMs[i]! >= toMs) continue;
    recordedMs += Math.min(toMs, timeMs[i + 1]!) - Math.max(fromMs, timeMs[i]!);
    seen.push(nearestOnWay(i, fromMs, toMs));
    if (timeMs[i]! < atMs && atMs < timeMs[i + 1]!) atMoment = between(i, (atMs - timeMs[i]!) / betweenMs);
  }
  if (length > 0) silence(length - 1, undefined);

  const isBefore = (i: number) => timeMs[i]! <= atMs;
  const next = timeMs.findIndex((_, i) => !isBefore(i));
  const last = next === -1 ? length - 1 : next - 1;
  const sure = least(seen, one => one.distanceM + one.uncertaintyM);
  const nearest = least(seen, one => one.distanceM);
  const possible = least(seen, one => one.distanceM - one.uncertaintyM);
  const within = (metres: number | undefined) => metres !== undefined && metres <= radiusM;
  const verdict = ((): SightingVerdict => {
    if (within(sure ? sure.distanceM + sure.uncertaintyM : undefined)) return 'there';
    if (within(possible ? possible.distanceM - possible.uncertaintyM : undefined)) return 'maybe';
    if (length === 0) return 'nothing';
    return gaps.length > 0 ? 'open' : 'away';
  })();
  return {
    verdict,
    nearest: verdict === 'there' ? sure : nearest,
    atMoment,
    before: last >= 0 ? between(last, 0) : null,
    after: next === -1 ? null : between(next, 0),
    gaps: verdict === 'there' ? [] : gaps,
    fixes: inside.length,
    recordedMs,
    track: pickFixes(track, Uint32Array.from(inside)),
  };
};

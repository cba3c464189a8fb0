import type { ManoeuvreKind } from '../../src/contract/manoeuvres.ts';
import { type TripContext, tripContext } from '../domain/score/context.ts';
import { isNight } from '../domain/score/sun.ts';
import { createTrack } from '../domain/telemetry/positions.ts';
import { defaultSettings } from '../domain/telemetry/settings.ts';
import type { Drive } from './drive.ts';
import { type Net, toLatitude, toLongitude } from './roads/net.ts';

const gMs2 = 9.80665;

/** A manoeuvre of a drive, in seconds from its beginning. */
export type DriveEvent = {
  kind: ManoeuvreKind;
  fromS: number;
  toS: number;
  peakG: number;
  meanG: number;
  speedKmh: number;
  latitude: number;
  longitude: number;
};

/** Facts that are equal in every repetition of a drive. */
export type DriveFacts = { events: readonly DriveEvent[]; context: Omit<TripContext, 'nightMs'> };

/** Index of the path's point at a second, by the distance driven. */
const alongOf = ({ path, distanceM }: Drive, at: number, from: number): number => {
  let next = from;
  while (next < path.alongM.length - 2 && path.alongM[next + 1]! <= distanceM[at]!) next++;
  return next;
};

const { accelerationFromG, brakingFromG, corneringFromG, manoeuvreLeaveShare, manoeuvreFromKmh } = defaultSettings;

/** Thresholds of manoeuvres, as for data of real cars. */
const bounds = [
  { kind: 'acceleration', fromG: accelerationFromG, sign: 1, axis: 'long' },
  { kind: 'braking', fromG: brakingFromG, sign: -1, axis: 'long' },
  { kind: 'cornering', fromG: corneringFromG, sign: 0, axis: 'side' },
] as const;

const eventsOf = (net: Net, drive: Drive, places: Uint32Array): DriveEvent[] => {
  const { path, speedMs } = drive;
  const seconds = speedMs.length;
  const axes = { long: new Float64Array(seconds), side: new Float64Array(seconds) };
  for (let s = 1; s < seconds - 1; s++) {
    axes.long[s] = (speedMs[s + 1]! - speedMs[s - 1]!) / 2 / gMs2;
    axes.side[s] = (speedMs[s]! ** 2 * path.curvature[places[s]!]!) / gMs2;
  }
  return bounds.flatMap(({ kind, fromG, sign, axis }) => {
    const value = (s: number) => (sign === 0 ? Math.abs(axes[axis][s]!) : axes[axis][s]! * sign);
    const events: DriveEvent[] = [];
    for (let s = 1; s < seconds - 1; s++) {
      if (value(s) < fromG * manoeuvreLeaveShare) continue;
      const fromS = s;
      let [peakG, sum] = [0, 0];
      for (; s < seconds - 1 && value(s) >= fromG * manoeuvreLeaveShare; s++) {
        peakG = Math.max(peakG, value(s));
        sum += value(s);
      }
      const speedKmh = Math.max(speedMs[fromS]!, speedMs[s]!) * 3.6;
      if (peakG < fromG || speedKmh < manoeuvreFromKmh) continue;
      const at = places[fromS]!;
      const place = { latitude: toLatitude(net, path.yM[at]!), longitude: toLongitude(net, path.xM[at]!) };
      events.push({ kind, fromS, toS: s, peakG, meanG: sum / (s - fromS), speedKmh: speedMs[fromS]! * 3.6, ...place });
    }
    return events;
  });
};

const known = new WeakMap<Drive, DriveFacts>();

/** Manoeuvres and conditions of a drive. Cached, because people repeat their drives. */
export const factsOf = (net: Net, drive: Drive): DriveFacts => {
  const before = known.get(drive);
  if (before) return before;
  const { path, speedMs, distanceM } = drive;
  const seconds = speedMs.length;
  const places = new Uint32Array(seconds);
  const track = createTrack(seconds);
  for (let s = 0; s < seconds; s++) {
    const at = alongOf(drive, s, s > 0 ? places[s - 1]! : 0);
    places[s] = at;
    track.timeMs[s] = s * 1000;
    track.speedKmh[s] = speedMs[s]! * 3.6;
    const course = Math.atan2(path.xM[at + 1]! - path.xM[at]!, path.yM[at + 1]! - path.yM[at]!) * (180 / Math.PI);
    track.courseDeg[s] = (course + 360) % 360;
    track.latitude[s] = 0;
    track.longitude[s] = 0;
  }
  const distanceKm = ((distanceM[seconds - 1] ?? 0) - (distanceM[0] ?? 0)) / 1000;
  const { nightMs: _nightMs, ...context } = tripContext(track, {
    fromIndex: 0,
    toIndex: seconds - 1,
    startMs: 0,
    endMs: (seconds - 1) * 1000,
    distanceKm,
    durationS: seconds - 1,
    averageSpeedKmh: 0,
    maximumSpeedKmh: 0,
  });
  const facts = { events: eventsOf(net, drive, places), context };
  known.set(drive, facts);
  return facts;
};

const nightStepMs = 300_000;

/** Duration of night over a city within a time range, ms, within five minutes. */
export const nightMsOf = (latitude: number, longitude: number, startMs: number, endMs: number): number => {
  let sum = 0;
  for (let ms = startMs; ms < endMs; ms += nightStepMs)
    if (isNight(ms, latitude, longitude)) sum += Math.min(nightStepMs, endMs - ms);
  return sum;
};

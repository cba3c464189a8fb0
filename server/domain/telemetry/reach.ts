import { degreeLengths } from '../../../src/schema/kinds/wgs84.ts';
import { createRuler, longestDegreeM } from '../geo.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';

/**
 * Returns a function that tells whether a car can get from fix A to a later fix B in time.
 * The speed is at most `maximumSpeedKmh`. If the receiver gave its speed at both fixes, acceleration and braking are at
 * most `maximumAccelerationMs2`. Both positions together may be off by `fixNoiseM`.
 */
export const createReach = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  { maximumSpeedKmh, maximumAccelerationMs2, fixNoiseM }: TelemetrySettings,
) => {
  const rulerM = createRuler();
  const metresPerMs = maximumSpeedKmh / 3600;
  return (a: number, b: number): boolean => {
    const ms = timeMs[b]! - timeMs[a]!;
    const drivenM = ((speedKmh[a]! + speedKmh[b]!) / 7200) * ms + (maximumAccelerationMs2 / 4) * (ms / 1000) ** 2;
    const withinM = (drivenM < ms * metresPerMs ? drivenM : ms * metresPerMs) + fixNoiseM;
    const north = Math.abs(latitude[b]! - latitude[a]!);
    const east = Math.abs(longitude[b]! - longitude[a]!);
    // The Manhattan distance is cheap to compute and never shorter than the true distance. It decides nearly every
    // pair.
    if ((north + east) * longestDegreeM <= withinM) return true;
    return rulerM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!) <= withinM;
  };
};

/**
 * Returns a function that tells whether fix `i` lies on the line between an earlier and a later fix. The tolerance is
 * `fixNoiseM` plus ½ · `maximumAccelerationMs2` · dt₁ · dt₂, the sag of a path driven at that acceleration.
 */
export const createLineFit = (
  { timeMs, latitude, longitude }: Track,
  { maximumAccelerationMs2, fixNoiseM }: TelemetrySettings,
) => {
  let ruledLatitude = Number.POSITIVE_INFINITY;
  let lengths = degreeLengths(0);
  return (before: number, i: number, after: number): boolean => {
    const beforeS = (timeMs[i]! - timeMs[before]!) / 1000;
    const afterS = (timeMs[after]! - timeMs[i]!) / 1000;
    const wholeS = beforeS + afterS;
    if (!(wholeS > 0)) return true;
    const share = beforeS / wholeS;
    if (!(Math.abs(latitude[i]! - ruledLatitude) < 0.1)) {
      ruledLatitude = latitude[i]!;
      lengths = degreeLengths(ruledLatitude);
    }
    const north = latitude[i]! - latitude[before]! - share * (latitude[after]! - latitude[before]!);
    const east = longitude[i]! - longitude[before]! - share * (longitude[after]! - longitude[before]!);
    const withinM = fixNoiseM + 0.5 * maximumAccelerationMs2 * beforeS * afterS;
    return Math.hypot(north * lengths.northM, east * lengths.eastM) <= withinM;
  };
};

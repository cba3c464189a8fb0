import { degreeLengths } from '../../../src/schema/kinds/wgs84.ts';
import { createRuler, eastwardDeg, longestDegreeM } from '../geo.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';

/**
 * Returns a function that tells whether a car can get from fix A to a later fix B in time.
 * The speed is at most `maximumSpeedKmh`. If the receiver gave its speed at both fixes, acceleration and braking are at
 * most `maximumAccelerationMs2`. The distance may be wrong by up to `fixNoiseM`.
 */
export const createReachTest = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  { maximumSpeedKmh, maximumAccelerationMs2, fixNoiseM }: TelemetrySettings,
) => {
  const rulerM = createRuler();
  const metresPerMs = maximumSpeedKmh / 3600;
  return (a: number, b: number): boolean => {
    const ms = timeMs[b]! - timeMs[a]!;
    const drivableM = ((speedKmh[a]! + speedKmh[b]!) / 7200) * ms + (maximumAccelerationMs2 / 4) * (ms / 1000) ** 2;
    const maxDistanceM = (drivableM < ms * metresPerMs ? drivableM : ms * metresPerMs) + fixNoiseM;
    const latitudeDifference = Math.abs(latitude[b]! - latitude[a]!);
    const longitudeDifference = Math.abs(eastwardDeg(longitude[a]!, longitude[b]!));
    // The Manhattan distance is cheap to compute and never shorter than the true distance. For nearly every pair of
    // fixes it is small enough to decide.
    if ((latitudeDifference + longitudeDifference) * longestDegreeM <= maxDistanceM) return true;
    return rulerM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!) <= maxDistanceM;
  };
};

/**
 * Returns a function that tells whether fix `i` lies on the line between an earlier and a later fix. The tolerance is
 * `fixNoiseM` plus ½ · `maximumAccelerationMs2` · dt₁ · dt₂, the sag of a path driven at that acceleration.
 */
export const createLineTest = (
  { timeMs, latitude, longitude }: Track,
  { maximumAccelerationMs2, fixNoiseM }: TelemetrySettings,
) => {
  let scaleLatitude = Number.POSITIVE_INFINITY;
  let degreeLengthsM = degreeLengths(0);
  return (fixBefore: number, i: number, fixAfter: number): boolean => {
    const beforeS = (timeMs[i]! - timeMs[fixBefore]!) / 1000;
    const afterS = (timeMs[fixAfter]! - timeMs[i]!) / 1000;
    const totalS = beforeS + afterS;
    if (!(totalS > 0)) return true;
    const share = beforeS / totalS;
    if (!(Math.abs(latitude[i]! - scaleLatitude) < 0.1)) {
      scaleLatitude = latitude[i]!;
      degreeLengthsM = degreeLengths(scaleLatitude);
    }
    const deviationNorthDeg =
      latitude[i]! - latitude[fixBefore]! - share * (latitude[fixAfter]! - latitude[fixBefore]!);
    const deviationEastDeg =
      eastwardDeg(longitude[fixBefore]!, longitude[i]!) -
      share * eastwardDeg(longitude[fixBefore]!, longitude[fixAfter]!);
    const toleranceM = fixNoiseM + 0.5 * maximumAccelerationMs2 * beforeS * afterS;
    return Math.hypot(deviationNorthDeg * degreeLengthsM.northM, deviationEastDeg * degreeLengthsM.eastM) <= toleranceM;
  };
};

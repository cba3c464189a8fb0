import { dayMs } from '../../../src/schema/kinds/time.ts';

const radians = Math.PI / 180;
const j2000Ms = Date.UTC(2000, 0, 1, 12);

/** Height of the sun below which it is night: the end of civil twilight. */
const nightBelowDeg = -6;

/**
 * Height of the sun's centre above the horizon, degrees, without refraction.
 * Low-precision formulas of the Astronomical Almanac: within 0.01° between 1950 and 2050, which is two seconds of dusk.
 */
export const sunHeightDeg = (ms: number, latitude: number, longitude: number): number => {
  const days = (ms - j2000Ms) / dayMs;
  const anomaly = (357.528 + 0.985_600_3 * days) * radians;
  const mean = 280.46 + 0.985_647_4 * days;
  const ecliptic = (mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * radians;
  const tilt = (23.439 - 0.000_000_4 * days) * radians;
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic));
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic));
  const sidereal = (280.460_618_37 + 360.985_647_366_29 * days + longitude) * radians;
  const hour = sidereal - ascension;
  const sine =
    Math.sin(latitude * radians) * Math.sin(declination) +
    Math.cos(latitude * radians) * Math.cos(declination) * Math.cos(hour);
  return Math.asin(Math.max(-1, Math.min(1, sine))) / radians;
};

export const isNight = (ms: number, latitude: number, longitude: number): boolean =>
  sunHeightDeg(ms, latitude, longitude) < nightBelowDeg;

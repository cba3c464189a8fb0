import { dayMs } from '../../../src/schema/kinds/time.ts';

const radiansPerDegree = Math.PI / 180;
const j2000Ms = Date.UTC(2000, 0, 1, 12);

/** Height of the sun below which it is night: the end of civil twilight. */
const nightBelowDeg = -6;

/**
 * Height of the sun's centre above the horizon, degrees, without refraction.
 * Low-precision formulas of the Astronomical Almanac: within 0.01° between 1950 and 2050, which is two seconds of dusk.
 */
export const sunHeightDeg = (ms: number, latitude: number, longitude: number): number => {
  const days = (ms - j2000Ms) / dayMs;
  const meanAnomaly = (357.528 + 0.985_600_3 * days) * radiansPerDegree;
  const meanLongitudeDeg = 280.46 + 0.985_647_4 * days;
  const eclipticLongitude =
    (meanLongitudeDeg + 1.915 * Math.sin(meanAnomaly) + 0.02 * Math.sin(2 * meanAnomaly)) * radiansPerDegree;
  const axialTilt = (23.439 - 0.000_000_4 * days) * radiansPerDegree;
  const declination = Math.asin(Math.sin(axialTilt) * Math.sin(eclipticLongitude));
  const rightAscension = Math.atan2(Math.cos(axialTilt) * Math.sin(eclipticLongitude), Math.cos(eclipticLongitude));
  const siderealTime = (280.460_618_37 + 360.985_647_366_29 * days + longitude) * radiansPerDegree;
  const hourAngle = siderealTime - rightAscension;
  const sineOfHeight =
    Math.sin(latitude * radiansPerDegree) * Math.sin(declination) +
    Math.cos(latitude * radiansPerDegree) * Math.cos(declination) * Math.cos(hourAngle);
  return Math.asin(Math.max(-1, Math.min(1, sineOfHeight))) / radiansPerDegree;
};

export const isNight = (ms: number, latitude: number, longitude: number): boolean =>
  sunHeightDeg(ms, latitude, longitude) < nightBelowDeg;

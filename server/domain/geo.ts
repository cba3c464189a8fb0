import geodesic from 'geographiclib-geodesic';
import { degreeLengths } from '../../src/schema/kinds/wgs84.ts';

const radiansPerDegree = Math.PI / 180;

/** Upper bound of a degree of latitude or longitude on WGS 84, metres. At the poles it is 111 694 m. */
export const longestDegreeM = 111_700;

/** Returns how many degrees east of longitude A longitude B is, -180 to 180, also across the 180th meridian. */
export const eastwardDeg = (longitudeA: number, longitudeB: number): number => {
  const difference = longitudeB - longitudeA;
  if (difference > 180) return difference - 360;
  return difference < -180 ? difference + 360 : difference;
};

/** Length of the geodesic between two points in degrees on WGS 84, metres (Karney 2013: error below 15 nm). */
export const distanceM = (latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number =>
  geodesic.Geodesic.WGS84.Inverse(latitudeA, longitudeA, latitudeB, longitudeB, geodesic.Geodesic.DISTANCE).s12 ??
  Number.NaN;

/**
 * Initial bearing from A to B on the sphere, degrees clockwise from north, 0 ≤ bearing < 360; within 0.2° of WGS 84.
 */
export const bearingDeg = (latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number => {
  const a = latitudeA * radiansPerDegree;
  const b = latitudeB * radiansPerDegree;
  const longitudeDifference = (longitudeB - longitudeA) * radiansPerDegree;
  const y = Math.sin(longitudeDifference) * Math.cos(b);
  const x = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(longitudeDifference);
  return (Math.atan2(y, x) / radiansPerDegree + 360) % 360;
};

/** Length of a path through points in degrees, metres. */
export const pathLengthM = (latitude: ArrayLike<number>, longitude: ArrayLike<number>): number => {
  const rulerM = createRuler();
  let lengthM = 0;
  for (let i = 1; i < latitude.length; i++)
    lengthM += rulerM(latitude[i - 1]!, longitude[i - 1]!, latitude[i]!, longitude[i]!);
  return lengthM;
};

/**
 * Returns a function for planar distances between neighbouring points on WGS 84, metres. The error is at most 0.01 % up
 * to a kilometre. Longer distances use `distanceM`.
 * Most calls reuse the length of a degree, which saves time over millions of fixes.
 */
export const createRuler = () => {
  let scaleLatitude = Number.POSITIVE_INFINITY;
  let degreeLengthsM = degreeLengths(0);
  return (latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number => {
    const northDeg = latitudeB - latitudeA;
    const eastDeg = eastwardDeg(longitudeA, longitudeB);
    // NaN and anything beyond about a kilometre take the exact formula.
    if (!(northDeg < 0.01 && northDeg > -0.01 && eastDeg < 0.01 && eastDeg > -0.01))
      return distanceM(latitudeA, longitudeA, latitudeB, longitudeB);
    const middleLatitude = latitudeA + northDeg / 2;
    // The length of a degree is computed again after 0.002° of latitude (200 m). Over that distance the cosine changes
    // by less than 0.01 % up to 70° of latitude.
    if (middleLatitude - scaleLatitude > 0.002 || scaleLatitude - middleLatitude > 0.002) {
      scaleLatitude = middleLatitude;
      degreeLengthsM = degreeLengths(middleLatitude);
    }
    const northM = northDeg * degreeLengthsM.northM;
    const eastM = eastDeg * degreeLengthsM.eastM;
    return Math.sqrt(northM * northM + eastM * eastM);
  };
};

/** Mean radius of the Earth, metres (IUGG). The sphere is up to 0.35 % short at 55° north; a tracker's noise is more. */
export const earthRadiusM = 6_371_008.8;
const radiansPerDegree = Math.PI / 180;
export const metresPerDegree = earthRadiusM * radiansPerDegree;

export interface BoundingBox {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** Great-circle distance between two points in degrees, metres. */
export const haversineM = (latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number => {
  const sinLatitude = Math.sin(((latitudeB - latitudeA) * radiansPerDegree) / 2);
  const sinLongitude = Math.sin(((longitudeB - longitudeA) * radiansPerDegree) / 2);
  const cosines = Math.cos(latitudeA * radiansPerDegree) * Math.cos(latitudeB * radiansPerDegree);
  const h = sinLatitude * sinLatitude + cosines * sinLongitude * sinLongitude;
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(h)));
};

/** Initial bearing from A to B, degrees clockwise from north, 0 ≤ bearing < 360. */
export const bearingDeg = (latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number => {
  const a = latitudeA * radiansPerDegree;
  const b = latitudeB * radiansPerDegree;
  const east = (longitudeB - longitudeA) * radiansPerDegree;
  const y = Math.sin(east) * Math.cos(b);
  const x = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(east);
  return (Math.atan2(y, x) / radiansPerDegree + 360) % 360;
};

/** Length of a path through points in degrees, metres. */
export const pathLengthM = (latitude: ArrayLike<number>, longitude: ArrayLike<number>): number => {
  let lengthM = 0;
  for (let i = 1; i < latitude.length; i++)
    lengthM += haversineM(latitude[i - 1]!, longitude[i - 1]!, latitude[i]!, longitude[i]!);
  return lengthM;
};

/** Smallest box around points in degrees, null without points. Paths across the 180th meridian are not split. */
export const boundingBox = (latitude: ArrayLike<number>, longitude: ArrayLike<number>): BoundingBox | null => {
  if (latitude.length === 0) return null;
  const box: BoundingBox = { south: 90, west: 180, north: -90, east: -180 };
  for (let i = 0; i < latitude.length; i++) {
    box.south = Math.min(box.south, latitude[i]!);
    box.north = Math.max(box.north, latitude[i]!);
    box.west = Math.min(box.west, longitude[i]!);
    box.east = Math.max(box.east, longitude[i]!);
  }
  return box;
};

/**
 * Planar distances between neighbouring points, metres. Within 0.01 % of the great circle up to a kilometre and without
 * a sine per step, which matters over millions of fixes; longer steps use `haversineM`.
 */
export const createRuler = () => {
  let ruledLatitude = Number.POSITIVE_INFINITY;
  let metresPerLongitude = 0;
  return (latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number => {
    const north = latitudeB - latitudeA;
    const east = longitudeB - longitudeA;
    // NaN and anything beyond about a kilometre take the exact formula.
    if (!(north < 0.01 && north > -0.01 && east < 0.01 && east > -0.01))
      return haversineM(latitudeA, longitudeA, latitudeB, longitudeB);
    const middle = latitudeA + north / 2;
    // 0.002° is 200 m: the cosine changes by less than 0.01 % up to 70° of latitude.
    if (middle - ruledLatitude > 0.002 || ruledLatitude - middle > 0.002) {
      ruledLatitude = middle;
      metresPerLongitude = metresPerDegree * Math.cos(middle * radiansPerDegree);
    }
    const northM = north * metresPerDegree;
    const eastM = east * metresPerLongitude;
    return Math.sqrt(northM * northM + eastM * eastM);
  };
};

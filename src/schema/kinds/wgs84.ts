/** The ellipsoid of satellite receivers: equatorial radius in metres, flattening (NIMA TR8350.2, WGS 84). */
const equatorialRadiusM = 6_378_137;
const flattening = 1 / 298.257_223_563;
const eccentricitySquared = flattening * (2 - flattening);
const radiansPerDegree = Math.PI / 180;

/** Length of one degree of longitude (`eastM`) and of one degree of latitude (`northM`) at some latitude, metres. */
export interface DegreeLengths {
  readonly eastM: number;
  readonly northM: number;
}

/**
 * Returns the lengths of a degree at a latitude in degrees, from the ellipsoid's radii of curvature. Distances computed
 * with them are exact only if short.
 */
export const degreeLengths = (latitude: number): DegreeLengths => {
  const sine = Math.sin(latitude * radiansPerDegree);
  const w = 1 - eccentricitySquared * sine * sine;
  const normalRadiusM = equatorialRadiusM / Math.sqrt(w);
  return {
    eastM: normalRadiusM * Math.cos(latitude * radiansPerDegree) * radiansPerDegree,
    northM: ((normalRadiusM * (1 - eccentricitySquared)) / w) * radiansPerDegree,
  };
};

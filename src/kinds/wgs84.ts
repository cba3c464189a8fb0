/** The ellipsoid that receivers refer to: equatorial radius in metres, flattening (NIMA TR8350.2, WGS 84). */
const equatorialRadiusM = 6_378_137;
const flattening = 1 / 298.257_223_563;
const eccentricitySquared = flattening * (2 - flattening);
const radiansPerDegree = Math.PI / 180;

/** Metres a degree of longitude and one of latitude cover at a latitude in degrees, WGS 84. */
export interface DegreeLengths {
  readonly eastM: number;
  readonly northM: number;
}

/** From the radii of curvature across and along the meridian: exact for small steps. */
export const degreeLengths = (latitude: number): DegreeLengths => {
  const sine = Math.sin(latitude * radiansPerDegree);
  const w = 1 - eccentricitySquared * sine * sine;
  const acrossM = equatorialRadiusM / Math.sqrt(w);
  return {
    eastM: acrossM * Math.cos(latitude * radiansPerDegree) * radiansPerDegree,
    northM: ((acrossM * (1 - eccentricitySquared)) / w) * radiansPerDegree,
  };
};

import { distanceM, pathLengthM } from '../../server/domain/geo.ts';

/** A matched route: nodes in the order driven, in degrees. */
export interface Route {
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
}

/**
 * Returns how far from the start of a route its point nearest to a position is, metres along the route. Only the first
 * `withinM` metres are searched.
 */
const metresBefore = ({ latitude, longitude }: Route, north: number, east: number, withinM = 1500): number => {
  const metresPerDegree = 111_194.93;
  const cosine = Math.cos((north * Math.PI) / 180);
  const x = (i: number): number => (longitude[i]! - east) * metresPerDegree * cosine;
  const y = (i: number): number => (latitude[i]! - north) * metresPerDegree;
  let passedM = 0;
  let nearestM = Number.POSITIVE_INFINITY;
  let before = 0;
  // Only the beginning is searched, because routes cross themselves.
  for (let i = 1; i < latitude.length && passedM < withinM; i++) {
    const dx = x(i) - x(i - 1);
    const dy = y(i) - y(i - 1);
    const planeM = Math.hypot(dx, dy);
    const alongM = planeM > 0 ? -(x(i - 1) * dx + y(i - 1) * dy) / planeM : 0;
    const share = planeM > 0 ? Math.min(1, Math.max(0, alongM / planeM)) : 0;
    const offM = Math.hypot(x(i - 1) + share * dx, y(i - 1) + share * dy);
    const lengthM = distanceM(latitude[i - 1]!, longitude[i - 1]!, latitude[i]!, longitude[i]!);
    if (offM < nearestM) {
      nearestM = offM;
      before = passedM + share * lengthM;
    }
    passedM += lengthM;
  }
  return before;
};

const reversed = ({ latitude, longitude }: Route): Route => ({
  latitude: latitude.slice().reverse(),
  longitude: longitude.slice().reverse(),
});

/** Returns the length of a route between the first and the last position of a drive, metres on WGS 84. */
export const drivenM = (route: Route, drive: Route): number => {
  const last = drive.latitude.length - 1;
  return (
    pathLengthM(route.latitude, route.longitude) -
    metresBefore(route, drive.latitude[0]!, drive.longitude[0]!) -
    metresBefore(reversed(route), drive.latitude[last]!, drive.longitude[last]!)
  );
};

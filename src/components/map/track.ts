import type { CrashMap } from '../../contract/shapes/telemetry.ts';
import { degreeLengths } from '../../schema/kinds/wgs84.ts';
import { firstIndexAfter } from '../clock/clock.ts';
import { valueAt } from '../clock/interpolate.ts';

export type LngLat = readonly [longitude: number, latitude: number];

/** A track as parallel arrays, sorted by time. Times are seconds from the origin of the clock. */
export interface Track {
  readonly times: readonly number[];
  readonly longitudes: readonly number[];
  readonly latitudes: readonly number[];
  readonly speeds: readonly (number | null)[];
}

export interface Pose {
  readonly at: LngLat;
  /** Headings, degrees clockwise from north. */
  readonly heading: number;
}

export const trackOf = (points: CrashMap['Track']): Track => {
  const sorted = [...points].sort((a, b) => a[0] - b[0]);
  return {
    times: sorted.map(point => point[0]),
    latitudes: sorted.map(point => point[1]),
    longitudes: sorted.map(point => point[2]),
    speeds: sorted.map(point => point[3]),
  };
};

export const pointsOf = ({ longitudes, latitudes }: Track): LngLat[] =>
  longitudes.map((longitude, index) => [longitude, latitudes[index]!]);

/**
 * Returns the distance of `point` from `origin` to the east and to the north, metres. A plane is assumed, which is
 * exact enough for a track.
 */
export const metresFrom = (origin: LngLat, point: LngLat): { east: number; north: number } => {
  const { eastM, northM } = degreeLengths((origin[1] + point[1]) / 2);
  return { east: (point[0] - origin[0]) * eastM, north: (point[1] - origin[1]) * northM };
};

export const headingBetween = (from: LngLat, to: LngLat): number => {
  const { east, north } = metresFrom(from, to);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
};

const standingRadiusM = 1.5;

/** Returns the direction of travel at each point. A standing car keeps its direction, because its fixes jitter. */
export const headingsOf = (points: readonly LngLat[]): number[] => {
  const headings: (number | undefined)[] = [];
  let anchor = points[0];
  let last: number | undefined;
  for (const point of points) {
    if (anchor) {
      const { east, north } = metresFrom(anchor, point);
      if (Math.hypot(east, north) >= standingRadiusM) {
        last = headingBetween(anchor, point);
        anchor = point;
      }
    }
    headings.push(last);
  }
  const first = headings.find(heading => heading !== undefined) ?? 0;
  return headings.map(heading => heading ?? first);
};

/** Returns position and heading of the car at a time. Undefined outside the track and in its gaps. */
export const poseAt = (track: Track, headings: readonly number[], time: number, maxGapS = 10): Pose | undefined => {
  const longitude = valueAt(track.times, track.longitudes, time, maxGapS);
  const latitude = valueAt(track.times, track.latitudes, time, maxGapS);
  if (longitude === undefined || latitude === undefined) return undefined;
  const after = firstIndexAfter(track.times, time);
  return { at: [longitude, latitude], heading: headings[Math.min(after, headings.length - 1)] ?? 0 };
};

/** Returns the south-west and north-east corners of the box around the points. Undefined without points. */
export const boundsOf = (points: readonly LngLat[]): readonly [LngLat, LngLat] | undefined => {
  if (points.length === 0) return undefined;
  const longitudes = points.map(point => point[0]);
  const latitudes = points.map(point => point[1]);
  return [
    [Math.min(...longitudes), Math.min(...latitudes)],
    [Math.max(...longitudes), Math.max(...latitudes)],
  ];
};

/** Returns the track split at the impact. Both parts contain the split point. */
export const splitAtImpact = (track: Track): { before: LngLat[]; after: LngLat[] } => {
  const points = pointsOf(track);
  const splitIndex = track.times.findIndex(time => time > 0);
  if (splitIndex === -1) return { before: points, after: [] };
  return { before: points.slice(0, splitIndex), after: points.slice(Math.max(0, splitIndex - 1)) };
};

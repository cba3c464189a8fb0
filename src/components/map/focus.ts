import type { TrackScene } from './scene.ts';
import { type LngLat, pointsOf } from './track.ts';

/** Seconds before and after the impact. The map of a crash opens on this part of the track. */
export const focusReachS = 10;

/**
 * Returns true if the map opens on a part of the track: the time around the impact. Short tracks are shown whole.
 */
export const hasFocus = ({ track, impact }: Pick<TrackScene, 'track' | 'impact'>): boolean =>
  impact !== null && track.times.some(time => Math.abs(time) > focusReachS);

/** Returns the points that the map opens on: the track around the impact, or the whole track without an impact. */
export const focusPoints = ({ track, impact }: Pick<TrackScene, 'track' | 'impact'>): LngLat[] => {
  const points = pointsOf(track);
  if (impact === null) return points;
  return [impact, ...points.filter((_, index) => Math.abs(track.times[index]!) <= focusReachS)];
};

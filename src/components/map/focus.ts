import type { TrackScene } from './scene.ts';
import { type LngLat, pointsOf } from './track.ts';

/** Around an impact the map opens on what the car did right before and after it. */
export const focusS = 10;

/** Whether the map opens on a part of the track. */
export const hasFocus = ({ track, impact }: Pick<TrackScene, 'track' | 'impact'>): boolean =>
  impact !== null && track.times.some(time => Math.abs(time) > focusS);

/** What the map opens on: the way around the impact; without an impact, all of it. */
export const focusPoints = ({ track, impact }: Pick<TrackScene, 'track' | 'impact'>): LngLat[] => {
  const points = pointsOf(track);
  if (impact === null) return points;
  return [impact, ...points.filter((_, index) => Math.abs(track.times[index]!) <= focusS)];
};

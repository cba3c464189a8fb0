import type { Severity } from '../../contract/shapes/accident.ts';
import type { LngLat, Track } from './track.ts';

/** What a map of a crash shows. */
export interface TrackScene {
  readonly track: Track;
  readonly headings: readonly number[];
  readonly impact: LngLat | null;
  readonly severity: Severity | null;
}

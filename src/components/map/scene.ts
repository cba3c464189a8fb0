import type { Severity } from '../../contract/shapes/accident.ts';
import type { LngLat, Track } from './track.ts';

export interface TrackScene {
  readonly track: Track;
  readonly headings: readonly number[];
  readonly impact: LngLat | null;
  readonly severity: Severity | null;
}

import type { ManoeuvreKind } from '../../contract/scoring.ts';
import type { Severity } from '../../contract/shapes/accident.ts';
import type { LngLat, Track } from './track.ts';

export interface SceneMark {
  readonly id: number;
  readonly kind: ManoeuvreKind | 'impact';
  readonly at: LngLat;
  /** Description of the mark for its tooltip and for screen readers. */
  readonly label: string;
  readonly isSelected?: boolean;
}

/** A circle around a location. A car within its radius counts as having been at the location. */
export interface SceneCircle {
  readonly at: LngLat;
  readonly radiusM: number;
}

export interface TrackScene {
  readonly track: Track;
  readonly headings: readonly number[];
  readonly impact: LngLat | null;
  readonly severity: Severity | null;
  /** True: the colour of the track shows the speed. Otherwise it shows the parts before and after the impact. */
  readonly colourBySpeed?: boolean;
  readonly marks?: readonly SceneMark[];
  readonly onMarkClick?: (id: number) => void;
  readonly circle?: SceneCircle | null;
  /** Called with the location on the map that the user clicked. */
  readonly onPick?: (at: LngLat) => void;
}

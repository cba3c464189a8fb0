import { degreeLengths } from '../../schema/kinds/wgs84.ts';
import type { LngLat } from './track.ts';

/** Middle of a cell of the heat map, and the weight of the cell: `[latitude, longitude, weight]`. */
export type HeatCell = readonly [latitude: number, longitude: number, weight: number];

export interface HeatScene {
  readonly cells: readonly HeatCell[];
  readonly cellM: number;
  /** Description of the map for screen readers. */
  readonly label: string;
}

/**
 * Returns a function from the weight of a cell on the heat map to its opacity. Opacity grows with the logarithm of the
 * weight, because a car stands far longer than it drives.
 */
export const heatOpacity = (cells: readonly HeatCell[]): ((weight: number) => number) => {
  const maxLog = Math.log1p(cells.reduce((top, [, , weight]) => Math.max(top, weight), 0));
  return weight => 0.15 + 0.75 * (maxLog > 0 ? Math.log1p(weight) / maxLog : 0);
};

/** Returns the corners of a cell of the heat map as a closed ring of points. */
export const cornersOf = ([latitude, longitude]: HeatCell, cellM: number): LngLat[] => {
  const { eastM, northM } = degreeLengths(latitude);
  const east = cellM / 2 / eastM;
  const north = cellM / 2 / northM;
  const corner = (x: number, y: number): LngLat => [longitude + x * east, latitude + y * north];
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)];
};

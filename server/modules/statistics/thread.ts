import type { Heatmap } from '../../../src/contract/shapes/statistics.ts';
import { believedFixes, fixesOf, type StoredBlock, type Window } from '../telemetry/service.ts';

const mostCells = 5000;
/** Side of a map tile and of a cell of the heat map, pixels. */
const tilePixels = 256;
const cellPixels = 8;
const equatorM = 40_075_017;
const slowestKmh = 3;

const degrees = 180 / Math.PI;

/** Fixes of one task, in the form of encoded blocks. */
export interface HeatmapPart extends Window {
  readonly blocks: readonly StoredBlock[];
  /** Time ranges to count, both ends included. */
  readonly spans: readonly Window[];
}

/** Number of fixes by cell, as parallel arrays. */
export interface CellWeights {
  readonly cells: Float64Array;
  readonly weights: Float64Array;
}

export interface HeatmapTask {
  readonly zoom: number;
  /** Number of fixes by cell from earlier tasks, to which this task adds its own. */
  readonly before: CellWeights;
  readonly parts: readonly HeatmapPart[];
}

const acrossOf = (zoom: number): number => (2 ** zoom * tilePixels) / cellPixels;

/**
 * Counts believed fixes of a moving car in the cells of a map (Web Mercator). `across`: number of cells from west to
 * east.
 */
const addPart = (weights: Map<number, number>, across: number, { blocks, spans, fromMs, toMs }: HeatmapPart): void => {
  const track = fixesOf(blocks, fromMs, toMs);
  const { timeMs, latitude, longitude } = track;
  const { kept, speeds } = believedFixes(track);
  let span = 0;
  for (let k = 0; k < kept.length; k++) {
    const i = kept[k]!;
    while (span < spans.length && spans[span]!.toMs < timeMs[i]!) span++;
    if (span === spans.length) break;
    if (timeMs[i]! < spans[span]!.fromMs || speeds[k]! < slowestKmh) continue;
    const x = Math.floor(((longitude[i]! + 180) / 360) * across);
    const mercator = Math.log(Math.tan(Math.PI / 4 + latitude[i]! / degrees / 2));
    const y = Math.floor(((1 - mercator / Math.PI) / 2) * across);
    const cell = y * across + x;
    weights.set(cell, (weights.get(cell) ?? 0) + 1);
  }
};

const heaviest = (weights: ReadonlyMap<number, number>, across: number): Heatmap => {
  const most = [...weights].sort(([a, first], [b, second]) => second - first || a - b).slice(0, mostCells);
  const Cells = most.map(([cell, weight]): [number, number, number] => {
    const x = (cell % across) + 0.5;
    const y = Math.floor(cell / across) + 0.5;
    const latitude = degrees * Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / across)));
    return [Number(latitude.toFixed(6)), Number(((x / across) * 360 - 180).toFixed(6)), weight];
  });
  const at = Cells[0]?.[0] ?? 0;
  return { Cells, CellM: Number(((equatorM / across) * Math.cos(at / degrees)).toFixed(1)) };
};

/** Adds the counts of some parts to earlier counts. Returns the counts for the next part, and the map so far. */
export const drawHeatmap = ({ zoom, before, parts }: HeatmapTask): { counted: CellWeights; heatmap: Heatmap } => {
  const across = acrossOf(zoom);
  const weights = new Map(Array.from(before.cells, (cell, i) => [cell, before.weights[i]!]));
  for (const part of parts) addPart(weights, across, part);
  const counted = { cells: Float64Array.from(weights.keys()), weights: Float64Array.from(weights.values()) };
  return { counted, heatmap: heaviest(weights, across) };
};

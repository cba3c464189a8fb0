import type { Heatmap } from '../../../src/contract/shapes/statistics.ts';
import { believedFixes, decodeFixes, type StoredBlock, type Window } from '../telemetry/service.ts';

const maxCells = 5000;
/** Side of a map tile and of a cell of the heat map, pixels. The heat map counts the fixes in each cell. */
const tilePixels = 256;
const cellPixels = 8;
const equatorM = 40_075_017;
const minSpeedKmh = 3;

const degreesPerRadian = 180 / Math.PI;

export interface HeatmapPart extends Window {
  readonly blocks: readonly StoredBlock[];
  /** Time ranges whose fixes are counted, both ends included. */
  readonly countedRanges: readonly Window[];
}

/** Number of fixes in each cell of the heat map. `cells` and `weights` have the same order. */
export interface CellWeights {
  readonly cells: Float64Array;
  readonly weights: Float64Array;
}

export interface HeatmapTask {
  readonly zoom: number;
  /** Number of fixes by cell from earlier tasks, to which this task adds its own. */
  readonly earlierWeights: CellWeights;
  readonly parts: readonly HeatmapPart[];
}

const cellsAcrossOf = (zoom: number): number => (2 ** zoom * tilePixels) / cellPixels;

/**
 * Counts the fixes of a moving car in the cells of a map (Web Mercator), without suspect fixes. `cellsAcross`: number
 * of cells from west to east.
 */
const addPart = (
  weights: Map<number, number>,
  cellsAcross: number,
  { blocks, countedRanges, fromMs, toMs }: HeatmapPart,
): void => {
  const track = decodeFixes(blocks, fromMs, toMs);
  const { timeMs, latitude, longitude } = track;
  const { indexes, speeds } = believedFixes(track);
  let rangeIndex = 0;
  for (let k = 0; k < indexes.length; k++) {
    const i = indexes[k]!;
    while (rangeIndex < countedRanges.length && countedRanges[rangeIndex]!.toMs < timeMs[i]!) rangeIndex++;
    if (rangeIndex === countedRanges.length) break;
    if (timeMs[i]! < countedRanges[rangeIndex]!.fromMs || speeds[k]! < minSpeedKmh) continue;
    const x = Math.floor(((longitude[i]! + 180) / 360) * cellsAcross);
    const mercator = Math.log(Math.tan(Math.PI / 4 + latitude[i]! / degreesPerRadian / 2));
    const y = Math.floor(((1 - mercator / Math.PI) / 2) * cellsAcross);
    const cell = y * cellsAcross + x;
    weights.set(cell, (weights.get(cell) ?? 0) + 1);
  }
};

const toHeatmap = (weights: ReadonlyMap<number, number>, cellsAcross: number): Heatmap => {
  const heaviestCells = [...weights].sort(([a, first], [b, second]) => second - first || a - b).slice(0, maxCells);
  const Cells = heaviestCells.map(([cell, weight]): [number, number, number] => {
    const x = (cell % cellsAcross) + 0.5;
    const y = Math.floor(cell / cellsAcross) + 0.5;
    const latitude = degreesPerRadian * Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / cellsAcross)));
    return [Number(latitude.toFixed(6)), Number(((x / cellsAcross) * 360 - 180).toFixed(6)), weight];
  });
  const latitude = Cells[0]?.[0] ?? 0;
  return { Cells, CellM: Number(((equatorM / cellsAcross) * Math.cos(latitude / degreesPerRadian)).toFixed(1)) };
};

/**
 * Adds the counts of some time ranges to the counts of earlier tasks. Returns the counts for the next task, and the
 * heat map so far.
 */
export const drawHeatmap = ({
  zoom,
  earlierWeights,
  parts,
}: HeatmapTask): { cellWeights: CellWeights; heatmap: Heatmap } => {
  const cellsAcross = cellsAcrossOf(zoom);
  const weights = new Map(Array.from(earlierWeights.cells, (cell, i) => [cell, earlierWeights.weights[i]!]));
  for (const part of parts) addPart(weights, cellsAcross, part);
  const cellWeights = { cells: Float64Array.from(weights.keys()), weights: Float64Array.from(weights.values()) };
  return { cellWeights, heatmap: toHeatmap(weights, cellsAcross) };
};

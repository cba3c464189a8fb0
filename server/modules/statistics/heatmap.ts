import type { Heatmap } from '../../../src/contract/shapes/statistics.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { believedFixes } from '../telemetry/service.ts';

const mostCells = 5000;
/** Pixels of a map's tile, and those of a cell. */
const tilePixels = 256;
const cellPixels = 8;
const equatorM = 40_075_017;
const slowestKmh = 3;

const degrees = 180 / Math.PI;

/** Counts believed fixes of a moving car in the squares of a map of this zoom (Web Mercator). */
export const createCells = (zoom: number) => {
  const across = (2 ** zoom * tilePixels) / cellPixels;
  const weights = new Map<number, number>();
  return {
    /** Of a track by time what lies in these spans, both ends included. */
    add: (track: Track, spans: readonly { readonly fromMs: number; readonly toMs: number }[]): void => {
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
    },
    answer: (): Heatmap => {
      const most = [...weights].sort(([a, first], [b, second]) => second - first || a - b).slice(0, mostCells);
      const Cells = most.map(([cell, weight]): [number, number, number] => {
        const x = (cell % across) + 0.5;
        const y = Math.floor(cell / across) + 0.5;
        const latitude = degrees * Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / across)));
        return [Number(latitude.toFixed(6)), Number(((x / across) * 360 - 180).toFixed(6)), weight];
      });
      const at = Cells[0]?.[0] ?? 0;
      return { Cells, CellM: Number(((equatorM / across) * Math.cos(at / degrees)).toFixed(1)) };
    },
  };
};

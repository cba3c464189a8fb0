import type { LogRow } from '../../../src/contract/shapes/rawLog.ts';
import type { Context } from '../../context.ts';
import { roundTo } from '../../domain/rounding.ts';
import { firstIndexFrom, type Track } from '../../domain/telemetry/positions.ts';
import { runCutCurve, runMergeBlocks } from './longRecordings.ts';
import { readOrientations } from './orientation.ts';
import { type CurveHead, readBlocks, readCurveData, readCurveHeads } from './repository.ts';
import type { Window } from './whereabouts.ts';

type ReadContext = Pick<Context, 'db' | 'workers'>;

/** Maximum age of a fix, ms. Rows of acceleration samples repeat the speed and position of a fix up to this age. */
const maxCarriedMs = 2000;

const sampleTimeMs = ({ startMs, rateHz }: CurveHead, i: number): number => startMs + Math.round((i * 1000) / rateHz);

/** Number of a block's samples before a moment, computed without reading them. */
const countSamplesBefore = (head: CurveHead, ms: number): number => {
  let count = Math.max(0, Math.min(head.samples, Math.ceil(((ms - head.startMs) * head.rateHz) / 1000)));
  while (count > 0 && sampleTimeMs(head, count - 1) >= ms) count--;
  while (count < head.samples && sampleTimeMs(head, count) < ms) count++;
  return count;
};

/** Part of a block of samples that the caller may see: samples from index `from` up to `to`, exclusive. */
interface Piece {
  readonly head: CurveHead;
  readonly from: number;
  readonly to: number;
}

const countRowsBefore = (fixes: Float64Array, pieces: readonly Piece[], ms: number): number =>
  pieces.reduce(
    (sum, { head, from, to }) => sum + Math.max(0, Math.min(to, countSamplesBefore(head, ms)) - from),
    firstIndexFrom(fixes, ms),
  );

/** Returns the last moment, ms since 1970, before which the log has at most `count` rows. */
const findTimeOfRow = (
  fixes: Float64Array,
  pieces: readonly Piece[],
  { fromMs, toMs }: Window,
  count: number,
): number => {
  let low = fromMs;
  let high = toMs;
  while (high - low > 0.5) {
    const middle = Math.ceil((low + high) / 2);
    if (middle === high) {
      if (countRowsBefore(fixes, pieces, high) <= count) low = high;
      break;
    }
    if (countRowsBefore(fixes, pieces, middle) <= count) low = middle;
    else high = middle;
  }
  return low;
};

const fixColumns = ({ latitude, longitude, speedKmh, ignition }: Track, i: number) => ({
  Speed: Number.isNaN(speedKmh[i]!) ? null : roundTo(speedKmh[i]!, 1),
  Latitude: latitude[i]!,
  Longitude: longitude[i]!,
  Ignition: ignition[i]! < 0 ? null : ignition[i] === 1,
});
const noFix = { Speed: null, Latitude: null, Longitude: null, Ignition: null };
const noSample = { Accelerometer: null, Longitudinal: null, Lateral: null, Vertical: null };

const roundG = (value: number): number | null => (Number.isNaN(value) ? null : roundTo(value, 4));

interface TimedRow {
  readonly ms: number;
  readonly row: LogRow;
}

const sampleRows = async (
  { db, workers }: ReadContext,
  objectId: string,
  pieces: readonly Piece[],
  track: Track,
): Promise<TimedRow[]> => {
  const data = await readCurveData(
    db,
    objectId,
    pieces.map(({ head }) => head.id),
  );
  const orientations = await readOrientations(db, objectId);
  const rows: TimedRow[] = [];
  for (const { head, from, to } of pieces) {
    const part = await runCutCurve(workers, head.samples, { block: data.get(head.id)!, from, to, orientations });
    let fix = firstIndexFrom(track.timeMs, sampleTimeMs(head, from)) - 1;
    for (const [k, i] of part.indexes.entries()) {
      const ms = sampleTimeMs(head, i);
      while (fix + 1 < track.timeMs.length && track.timeMs[fix + 1]! <= ms) fix++;
      const isCarried = fix >= 0 && ms - track.timeMs[fix]! <= maxCarriedMs;
      rows.push({
        ms,
        row: {
          DateTime: new Date(ms).toISOString(),
          ...(isCarried ? fixColumns(track, fix) : noFix),
          Accelerometer: roundTo(part.magnitude[k]!, 4),
          Longitudinal: roundG(part.longitudinal[k]!),
          Lateral: roundG(part.lateral[k]!),
          Vertical: roundG(part.vertical[k]!),
        },
      });
    }
  }
  return rows;
};

/** Times of fixes that lie inside the time windows, in order. */
const timesWithin = (track: Track, windows: readonly Window[]): Float64Array =>
  track.timeMs.filter(ms => windows.some(({ fromMs, toMs }) => fromMs <= ms && ms < toMs));

/**
 * Returns a page of an object's raw log. The times of the blocks show which rows are on the page, so only samples on
 * the page are read.
 */
export const readLog = async (
  context: ReadContext,
  objectId: string,
  windows: readonly Window[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ Items: LogRow[]; Total: number }> => {
  const { db, workers } = context;
  const range = { fromMs: windows[0]!.fromMs, toMs: windows[windows.length - 1]!.toMs };
  const [fixesFromMs, fixesToMs] = [range.fromMs - maxCarriedMs, range.toMs];
  const blocks = await readBlocks(db, objectId, fixesFromMs, fixesToMs);
  const track = await runMergeBlocks(workers, { blocks, fromMs: fixesFromMs, toMs: fixesToMs });
  const fixes = timesWithin(track, windows);
  const heads = await readCurveHeads(db, objectId, range.fromMs, range.toMs);
  const pieces = windows.flatMap(({ fromMs, toMs }) =>
    heads
      .map(head => ({ head, from: countSamplesBefore(head, fromMs), to: countSamplesBefore(head, toMs) }))
      .filter(({ from, to }) => to > from),
  );
  const Total = countRowsBefore(fixes, pieces, range.toMs);
  if (offset >= Total) return { Items: [], Total };
  const fromMs = findTimeOfRow(fixes, pieces, range, offset);
  const toMs = findTimeOfRow(fixes, pieces, range, offset + limit) + 1;
  const pagePieces = pieces
    .map(({ head, from, to }) => ({
      head,
      from: Math.max(from, countSamplesBefore(head, fromMs)),
      to: Math.min(to, countSamplesBefore(head, toMs)),
    }))
    .filter(({ from, to }) => to > from);
  const rows = await sampleRows(context, objectId, pagePieces, track);
  const fixTimes = new Set(fixes.subarray(firstIndexFrom(fixes, fromMs), firstIndexFrom(fixes, toMs)));
  for (let i = firstIndexFrom(track.timeMs, fromMs); i < track.timeMs.length && track.timeMs[i]! < toMs; i++) {
    const ms = track.timeMs[i]!;
    if (fixTimes.has(ms))
      rows.push({ ms, row: { DateTime: new Date(ms).toISOString(), ...fixColumns(track, i), ...noSample } });
  }
  rows.sort((a, b) => a.ms - b.ms);
  const skipped = offset - countRowsBefore(fixes, pieces, fromMs);
  return { Items: rows.slice(skipped, skipped + limit).map(({ row }) => row), Total };
};

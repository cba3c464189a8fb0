import type { LogRow } from '../../../src/contract/shapes/rawLog.ts';
import type { Context } from '../../context.ts';
import { rounded } from '../../domain/rounded.ts';
import { firstIndexFrom, type Track } from '../../domain/telemetry/positions.ts';
import { cutCurveOf, fixesWithin } from './longRecordings.ts';
import { orientationsOf } from './orientation.ts';
import { type CurveHead, readBlocks, readCurveData, readCurveHeads } from './repository.ts';
import type { Window } from './whereabouts.ts';

type Reading = Pick<Context, 'db' | 'workers'>;

/** Maximum age of a fix whose values the rows of later samples repeat, ms. */
const carriedMs = 2000;

const momentOf = ({ startMs, rateHz }: CurveHead, i: number): number => startMs + Math.round((i * 1000) / rateHz);

/** Number of a block's samples before a moment, computed without reading them. */
const samplesBefore = (head: CurveHead, ms: number): number => {
  let count = Math.max(0, Math.min(head.samples, Math.ceil(((ms - head.startMs) * head.rateHz) / 1000)));
  while (count > 0 && momentOf(head, count - 1) >= ms) count--;
  while (count < head.samples && momentOf(head, count) < ms) count++;
  return count;
};

/** Part of a block of samples that the caller may see: samples from index `from` up to `to`, exclusive. */
interface Piece {
  readonly head: CurveHead;
  readonly from: number;
  readonly to: number;
}

const rowsBefore = (fixes: Float64Array, pieces: readonly Piece[], ms: number): number =>
  pieces.reduce(
    (sum, { head, from, to }) => sum + Math.max(0, Math.min(to, samplesBefore(head, ms)) - from),
    firstIndexFrom(fixes, ms),
  );

/** Returns the last time with at most `count` rows of the log before it. */
const momentAt = (fixes: Float64Array, pieces: readonly Piece[], { fromMs, toMs }: Window, count: number): number => {
  let low = fromMs;
  let high = toMs;
  while (high - low > 0.5) {
    const middle = Math.ceil((low + high) / 2);
    if (middle === high) {
      if (rowsBefore(fixes, pieces, high) <= count) low = high;
      break;
    }
    if (rowsBefore(fixes, pieces, middle) <= count) low = middle;
    else high = middle;
  }
  return low;
};

const fixColumns = ({ latitude, longitude, speedKmh, ignition }: Track, i: number) => ({
  Speed: Number.isNaN(speedKmh[i]!) ? null : rounded(speedKmh[i]!, 1),
  Latitude: latitude[i]!,
  Longitude: longitude[i]!,
  Ignition: ignition[i]! < 0 ? null : ignition[i] === 1,
});
const noFix = { Speed: null, Latitude: null, Longitude: null, Ignition: null };
const noSample = { Accelerometer: null, Longitudinal: null, Lateral: null, Vertical: null };

const g = (value: number): number | null => (Number.isNaN(value) ? null : rounded(value, 4));

interface Timed {
  readonly ms: number;
  readonly row: LogRow;
}

const sampleRows = async (
  { db, workers }: Reading,
  objectId: string,
  pieces: readonly Piece[],
  track: Track,
): Promise<Timed[]> => {
  const data = await readCurveData(
    db,
    objectId,
    pieces.map(({ head }) => head.id),
  );
  const orientations = await orientationsOf(db, objectId);
  const rows: Timed[] = [];
  for (const { head, from, to } of pieces) {
    const part = await cutCurveOf(workers, head.samples, { block: data.get(head.id)!, from, to, orientations });
    let fix = firstIndexFrom(track.timeMs, momentOf(head, from)) - 1;
    for (const [k, i] of part.indexes.entries()) {
      const ms = momentOf(head, i);
      while (fix + 1 < track.timeMs.length && track.timeMs[fix + 1]! <= ms) fix++;
      const carried = fix >= 0 && ms - track.timeMs[fix]! <= carriedMs;
      rows.push({
        ms,
        row: {
          DateTime: new Date(ms).toISOString(),
          ...(carried ? fixColumns(track, fix) : noFix),
          Accelerometer: rounded(part.size[k]!, 4),
          Longitudinal: g(part.longitudinal[k]!),
          Lateral: g(part.lateral[k]!),
          Vertical: g(part.vertical[k]!),
        },
      });
    }
  }
  return rows;
};

/** Times of fixes inside the windows, in order. */
const timesWithin = (track: Track, windows: readonly Window[]): Float64Array =>
  track.timeMs.filter(ms => windows.some(({ fromMs, toMs }) => fromMs <= ms && ms < toMs));

/**
 * Returns a page of an object's raw log. The times of the blocks show which rows are on the page, so only samples on
 * the page are read.
 */
export const readLog = async (
  reading: Reading,
  objectId: string,
  windows: readonly Window[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ Items: LogRow[]; Total: number }> => {
  const { db, workers } = reading;
  const whole = { fromMs: windows[0]!.fromMs, toMs: windows[windows.length - 1]!.toMs };
  const [fixesFromMs, fixesToMs] = [whole.fromMs - carriedMs, whole.toMs];
  const blocks = await readBlocks(db, objectId, fixesFromMs, fixesToMs);
  const track = await fixesWithin(workers, { blocks, fromMs: fixesFromMs, toMs: fixesToMs });
  const fixes = timesWithin(track, windows);
  const heads = await readCurveHeads(db, objectId, whole.fromMs, whole.toMs);
  const pieces = windows.flatMap(({ fromMs, toMs }) =>
    heads
      .map(head => ({ head, from: samplesBefore(head, fromMs), to: samplesBefore(head, toMs) }))
      .filter(({ from, to }) => to > from),
  );
  const Total = rowsBefore(fixes, pieces, whole.toMs);
  if (offset >= Total) return { Items: [], Total };
  const fromMs = momentAt(fixes, pieces, whole, offset);
  const toMs = momentAt(fixes, pieces, whole, offset + limit) + 1;
  const onPage = pieces
    .map(({ head, from, to }) => ({
      head,
      from: Math.max(from, samplesBefore(head, fromMs)),
      to: Math.min(to, samplesBefore(head, toMs)),
    }))
    .filter(({ from, to }) => to > from);
  const rows = await sampleRows(reading, objectId, onPage, track);
  const seen = new Set(fixes.subarray(firstIndexFrom(fixes, fromMs), firstIndexFrom(fixes, toMs)));
  for (let i = firstIndexFrom(track.timeMs, fromMs); i < track.timeMs.length && track.timeMs[i]! < toMs; i++) {
    const ms = track.timeMs[i]!;
    if (seen.has(ms))
      rows.push({ ms, row: { DateTime: new Date(ms).toISOString(), ...fixColumns(track, i), ...noSample } });
  }
  rows.sort((a, b) => a.ms - b.ms);
  const passed = offset - rowsBefore(fixes, pieces, fromMs);
  return { Items: rows.slice(passed, passed + limit).map(({ row }) => row), Total };
};

import type { Location } from '../../../src/contract/shapes/rawLog.ts';
import type { Context, RowStream } from '../../context.ts';
import { firstIndexFrom } from '../../domain/telemetry/positions.ts';
import { markSuspectFixes } from '../../domain/telemetry/suspectFixes.ts';
import { readFixes } from './longRecordings.ts';
import type { Window } from './whereabouts.ts';

type Reading = Pick<Context, 'db' | 'workers'>;

/**
 * Time range of a batch, ms. An hour at 1 Hz is read in a few milliseconds. Between two batches only the position is
 * kept.
 */
const batchMs = 3_600_000;
/** Margin that is read on either side, ms, so that a jump is judged by its neighbours. */
const marginMs = 60_000;

const known = (value: number): number | null => (Number.isNaN(value) ? null : Number(value.toFixed(1)));

const readBatch = async (context: Reading, objectId: string, { fromMs, toMs }: Window): Promise<Location[]> => {
  const track = await readFixes(context, objectId, fromMs - marginMs, toMs + marginMs);
  const { timeMs, latitude, longitude, speedKmh, courseDeg } = track;
  const { reasons } = markSuspectFixes(track, Number.POSITIVE_INFINITY);
  const rows: Location[] = [];
  for (let i = firstIndexFrom(timeMs, fromMs); i < timeMs.length && timeMs[i]! < toMs; i++)
    if (reasons[i] === 0)
      rows.push([timeMs[i]!, latitude[i]!, longitude[i]!, known(speedKmh[i]!), known(courseDeg[i]!)]);
  return rows;
};

/**
 * Streams the believed fixes of an object, an hour at a time as fast as the client reads. Hours without fixes are
 * skipped.
 * The first fixes are read before the return, so that a database error precedes the first byte.
 */
export const streamLocations = async (
  { streams, ...context }: Reading & Pick<Context, 'streams'>,
  objectId: string,
  windows: readonly Window[],
  signal: AbortSignal,
): Promise<RowStream> => {
  const waiting = windows.map(({ fromMs, toMs }) => ({ fromMs, toMs }));
  const read = async (): Promise<Location[]> => {
    for (let window = waiting[0]; window && !signal.aborted; window = waiting[0]) {
      const toMs = Math.min(window.toMs, window.fromMs + batchMs);
      const rows = await readBatch(context, objectId, { fromMs: window.fromMs, toMs });
      window.fromMs = toMs;
      if (toMs >= window.toMs) waiting.shift();
      if (rows.length > 0) return rows;
    }
    return [];
  };
  let begun: Location[] | undefined = await read();
  return {
    sendTimeoutMs: streams.sendTimeoutMs,
    next: async () => {
      const rows = begun ?? (await read());
      begun = undefined;
      return rows;
    },
    close: async () => {
      waiting.length = 0;
    },
  };
};

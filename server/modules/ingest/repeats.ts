import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import { decodeTrack } from '../../domain/telemetry/codec.ts';
import { mergeTracks } from '../../domain/telemetry/positions.ts';
import { repeatedFixes } from '../../domain/telemetry/repeats.ts';
import type { Workers } from '../../threads/workers.ts';
import type { StoredBlock } from '../telemetry/service.ts';
import type { PreparedBlocks } from './positions.ts';

type Db = Transaction<Database>;

/**
 * Maximum number of earlier blocks that are compared. `mostFixes`: maximum number of fixes in these blocks before the
 * last one.
 */
const mostBlocks = 50;
const mostFixes = 100_000;
/** Above this number of fixes a worker thread compares them, because the work would block the event loop. */
const fewFixes = 5000;

/** Returns earlier blocks of the object that share a position hash with `marks` (`marksOf`), in order of time. */
const alikeBefore = async (db: Db, objectId: string, marks: readonly number[]): Promise<StoredBlock[]> => {
  const { rows } = await sql<StoredBlock>`
    select samples, data from (
      select samples, data, sum(samples) over (order by start_at, id) - samples as before from position_block
      where object_id = ${objectId} and quarantine_reason is null and marks && ${marks}::bigint[]
      order by start_at, id limit ${mostBlocks}) alike
    where before < ${mostFixes}`.execute(db);
  return rows;
};

const joined = (one: Float64Array, other: Float64Array): Float64Array => {
  const both = new Float64Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

/** A block, and earlier blocks that may hold its positions under other times. */
export interface RepeatTask {
  readonly alike: readonly Uint8Array[];
  readonly own: Uint8Array;
}

/** Whether most of a block's fixes were sent before under other times. */
export const isRepeat = ({ alike, own }: RepeatTask): boolean => {
  const before = mergeTracks(alike.map(decodeTrack));
  const block = decodeTrack(own);
  const both = {
    ...block,
    timeMs: joined(before.timeMs, block.timeMs),
    latitude: joined(before.latitude, block.latitude),
    longitude: joined(before.longitude, block.longitude),
  };
  const repeated = repeatedFixes(both, new Uint8Array(both.timeMs.length)).filter(i => i >= before.timeMs.length);
  return repeated.length * 2 > block.timeMs.length;
};

/**
 * Returns the indexes of blocks whose positions were sent before under other times. The earlier data may be divided
 * into blocks differently.
 */
export const repeatedBlocks = async (
  db: Db,
  workers: Workers,
  objectId: string,
  { marks, quarantineReason, samples, data, dataEnd }: PreparedBlocks,
): Promise<ReadonlySet<number>> => {
  const repeated = new Set<number>();
  for (const [i, own] of marks.entries()) {
    if (own.length === 0 || quarantineReason[i] !== null) continue;
    const alike = await alikeBefore(db, objectId, own);
    if (alike.length === 0) continue;
    const fixes = alike.reduce((sum, block) => sum + block.samples, samples[i]!);
    // Copies the block's own bytes, because sending a view to a thread would send the bytes of all blocks.
    const task = { alike: alike.map(block => block.data), own: data.slice(i === 0 ? 0 : dataEnd[i - 1]!, dataEnd[i]!) };
    if (fixes > fewFixes ? await workers.run<typeof isRepeat>('modules/ingest/isRepeat', task) : isRepeat(task))
      repeated.add(i);
  }
  return repeated;
};

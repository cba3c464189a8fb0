import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import { decodeTrack } from '../../domain/telemetry/codec.ts';
import { mergeTracks } from '../../domain/telemetry/positions.ts';
import { repeatedFixes } from '../../domain/telemetry/repeats.ts';
import type { Workers } from '../../workers.ts';
import type { StoredBlock } from '../telemetry/service.ts';
import type { PreparedBlocks } from './positions.ts';

type Db = Transaction<Database>;

/** Of a drive in small pieces so many are looked at, and of long ones as many as have so many fixes before the last. */
const mostBlocks = 50;
const mostFixes = 100_000;
/** Comparing more fixes blocks others noticeably: a worker thread does it. */
const fewFixes = 5000;

/** What was sent before and has places of these, by time. */
const alikeBefore = async (db: Db, objectId: string, marks: readonly number[]): Promise<StoredBlock[]> => {
  const { rows } = await sql<StoredBlock>`
    select samples, data from (
      select samples, data, sum(samples) over (order by start_at, id) - samples as before from position_block
      where object_id = ${objectId} and held is null and marks && ${marks}::bigint[]
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

/** A block and those that may have its places under other times. */
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

/** Which of the blocks repeat what was sent before under other times, in whatever pieces. */
export const repeatedBlocks = async (
  db: Db,
  workers: Workers,
  objectId: string,
  { marks, held, samples, data, dataEnd }: PreparedBlocks,
): Promise<ReadonlySet<number>> => {
  const repeated = new Set<number>();
  for (const [i, own] of marks.entries()) {
    if (own.length === 0 || held[i] !== null) continue;
    const alike = await alikeBefore(db, objectId, own);
    if (alike.length === 0) continue;
    const fixes = alike.reduce((sum, block) => sum + block.samples, samples[i]!);
    // A copy, because a thread would be sent the bytes of all blocks.
    const task = { alike: alike.map(block => block.data), own: data.slice(i === 0 ? 0 : dataEnd[i - 1]!, dataEnd[i]!) };
    if (fixes > fewFixes ? await workers.run<typeof isRepeat>('isRepeat', task) : isRepeat(task)) repeated.add(i);
  }
  return repeated;
};

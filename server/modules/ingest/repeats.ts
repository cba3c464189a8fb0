import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import { decodeTrack } from '../../domain/telemetry/codec.ts';
import { mergeTracks, type Track } from '../../domain/telemetry/positions.ts';
import { repeatedFixes } from '../../domain/telemetry/repeats.ts';
import type { PreparedBlocks } from './positions.ts';

type Db = Transaction<Database>;

/** Of a drive in small pieces so many are looked at, and of long ones as many as have so many fixes before the last. */
const mostBlocks = 50;
const mostFixes = 100_000;

/** What was sent before and has places of these, by time. */
const alikeBefore = async (db: Db, objectId: string, marks: readonly number[]): Promise<Track> => {
  const { rows } = await sql<{ data: Buffer }>`
    select data from (
      select data, sum(samples) over (order by start_at, id) - samples as before from position_block
      where object_id = ${objectId} and held is null and marks && ${marks}::bigint[]
      order by start_at, id limit ${mostBlocks}) alike
    where before < ${mostFixes}`.execute(db);
  return mergeTracks(rows.map(({ data }) => decodeTrack(data)));
};

const joined = (one: Float64Array, other: Float64Array): Float64Array => {
  const both = new Float64Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

/** Whether most of a block's fixes were sent before under other times. */
const isRepeat = (before: Track, block: Track): boolean => {
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
  objectId: string,
  { marks, held, data, dataEnd }: PreparedBlocks,
): Promise<ReadonlySet<number>> => {
  const repeated = new Set<number>();
  for (const [i, own] of marks.entries()) {
    if (own.length === 0 || held[i] !== null) continue;
    const before = await alikeBefore(db, objectId, own);
    if (before.timeMs.length === 0) continue;
    const block = decodeTrack(data.subarray(i === 0 ? 0 : dataEnd[i - 1]!, dataEnd[i]!));
    if (isRepeat(before, block)) repeated.add(i);
  }
  return repeated;
};

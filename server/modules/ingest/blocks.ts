import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { PreparedBlocks } from './positions.ts';
import type { PreparedCurve } from './preparing.ts';

type Db = Transaction<Database>;

/** Maximum number of rows in one insert statement, so that the size of the statement is bounded. */
const maxRowsPerInsert = 500;

/** Inserts blocks, with columns as arrays: a statement takes at most 65,535 parameters. */
export const storeBlocks = async (db: Db, objectId: string, blocks: PreparedBlocks): Promise<void> => {
  const count = blocks.startMs.length;
  const bytes = Buffer.from(blocks.data.buffer, blocks.data.byteOffset, blocks.data.byteLength);
  for (let from = 0; from < count; from += maxRowsPerInsert) {
    const to = Math.min(count, from + maxRowsPerInsert);
    const data = Array.from(blocks.dataEnd.subarray(from, to), (end, i) =>
      bytes.subarray(from + i === 0 ? 0 : blocks.dataEnd[from + i - 1]!, end),
    );
    await sql`
      insert into position_block (object_id, start_at, end_at, samples, suspect, quarantine_reason, marks, data)
      select ${objectId}, to_timestamp(start_ms / 1000), to_timestamp(end_ms / 1000), samples, suspect, quarantine_reason,
        (select array_agg(mark::bigint) from json_array_elements_text(marks) as mark), data
      from unnest(
        ${Array.from(blocks.startMs.subarray(from, to))}::float8[],
        ${Array.from(blocks.endMs.subarray(from, to))}::float8[],
        ${Array.from(blocks.samples.subarray(from, to))}::int[],
        ${Array.from(blocks.suspect.subarray(from, to))}::int[],
        ${blocks.quarantineReason.slice(from, to)}::text[],
        ${blocks.marks.slice(from, to).map(marks => JSON.stringify(marks))}::json[],
        ${data}::bytea[]) as block(start_ms, end_ms, samples, suspect, quarantine_reason, marks, data)`.execute(db);
  }
};

export const storeCurve = async (
  db: Db,
  objectId: string,
  curve: PreparedCurve,
  accidentId: number | null,
): Promise<void> => {
  await db
    .insertInto('curve_block')
    .values({
      object_id: objectId,
      accident_id: accidentId,
      start_at: new Date(curve.startMs),
      end_at: new Date(curve.endMs),
      rate_hz: curve.rateHz,
      range_g: curve.rangeG,
      frame: curve.frame,
      quarantine_reason: accidentId === null ? curve.quarantineReason : null,
      samples: curve.samples,
      digest: accidentId === null ? null : curve.digest,
      data: Buffer.from(curve.data.buffer, curve.data.byteOffset, curve.data.byteLength),
    })
    .execute();
};

import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { PreparedBlocks } from './positions.ts';
import type { PreparedCurve } from './preparing.ts';

type Db = Transaction<Database>;

/** Maximum number of rows in one insert statement, so that the size of the statement is bounded. */
const maxRowsPerInsert = 500;

export interface ObjectBlocks {
  readonly objectId: string;
  readonly blocks: PreparedBlocks;
}

const blockRowsOf = ({ objectId, blocks }: ObjectBlocks) => {
  const { startMs, endMs, samples, suspect, quarantineReason, marks, dataEnd, data } = blocks;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return Array.from(startMs, (fromMs, i) => ({
    objectId,
    startMs: fromMs,
    endMs: endMs[i]!,
    samples: samples[i]!,
    suspect: suspect[i]!,
    quarantineReason: quarantineReason[i]!,
    marks: JSON.stringify(marks[i]),
    data: bytes.subarray(i === 0 ? 0 : dataEnd[i - 1]!, dataEnd[i]!),
  }));
};

/** Inserts blocks of objects, with columns as arrays: a statement takes at most 65,535 parameters. */
export const storeBlocks = async (db: Db, blocksOfObjects: readonly ObjectBlocks[]): Promise<void> => {
  const allRows = blocksOfObjects.flatMap(blockRowsOf);
  for (let from = 0; from < allRows.length; from += maxRowsPerInsert) {
    const rows = allRows.slice(from, from + maxRowsPerInsert);
    await sql`
      insert into position_block (object_id, start_at, end_at, samples, suspect, quarantine_reason, marks, data)
      select object_id, to_timestamp(start_ms / 1000), to_timestamp(end_ms / 1000), samples, suspect, quarantine_reason,
        (select array_agg(mark::bigint) from json_array_elements_text(marks) as mark), data
      from unnest(${rows.map(({ objectId }) => objectId)}::text[], ${rows.map(row => row.startMs)}::float8[],
        ${rows.map(({ endMs }) => endMs)}::float8[], ${rows.map(({ samples }) => samples)}::int[],
        ${rows.map(({ suspect }) => suspect)}::int[], ${rows.map(row => row.quarantineReason)}::text[],
        ${rows.map(({ marks }) => marks)}::json[], ${rows.map(({ data }) => data)}::bytea[])
        as block(object_id, start_ms, end_ms, samples, suspect, quarantine_reason, marks, data)`.execute(db);
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

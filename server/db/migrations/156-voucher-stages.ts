import { type Kysely, sql } from 'kysely';
import { updateInBatches } from '../batches.ts';

export const places = {};
export const inPieces = true;

const statements = [
  'alter table voucher alter column stage set not null',
  'create index if not exists voucher_sort_stage on voucher (company_id, stage, id)',
  'alter table voucher drop column status, drop column cycle',
];

/**
 * Stores the stage of a voucher by its name. It was a number, and a generated column that knew the names. The server
 * writes the column, so a new stage needs the description alone.
 */
export const up = async (db: Kysely<unknown>, report?: (text: string) => void): Promise<void> => {
  await sql`alter table voucher add column if not exists stage text`.execute(db);
  const { rows } = await sql`select from pg_attribute
    where attrelid = 'voucher'::regclass and attname = 'status' and not attisdropped`.execute(db);
  if (rows.length === 0) return;
  await updateInBatches(db, { table: 'voucher', where: 'stage is null', set: 'stage = status' }, report);
  for (const statement of statements) await sql.raw(statement).execute(db);
};

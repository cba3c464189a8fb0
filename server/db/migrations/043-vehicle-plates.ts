import { type Kysely, sql } from 'kysely';

/** A vehicle is asked for by its plate also when its voucher has gone on to another one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index vehicle_key_plate on vehicle (company_id, (search_plain(reg_number)) collate "C")`.execute(db);
};

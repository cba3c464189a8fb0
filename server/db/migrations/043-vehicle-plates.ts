import { type Kysely, sql } from 'kysely';

/** Index of vehicles by plate. It also finds a vehicle whose voucher has another vehicle now. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index vehicle_key_plate on vehicle (company_id, (search_plain(reg_number)) collate "C")`.execute(db);
};

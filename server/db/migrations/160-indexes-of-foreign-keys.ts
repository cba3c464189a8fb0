import { type Kysely, sql } from 'kysely';

export const places = {};

/**
 * PostgreSQL read all vouchers of the company for each deleted vehicle. The undo of an import deletes thousands of
 * vehicles.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index if not exists voucher_vehicle on voucher (company_id, vehicle_id)`.execute(db);
  await sql`create index if not exists image_upload_accident on image_upload (company_id, accident_id)`.execute(db);
};

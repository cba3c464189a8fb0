import { type Kysely, sql } from 'kysely';
import { lockWaitMs } from '../locks.ts';

export const placements = {};
export const inPieces = true;

/**
 * Indexes the foreign keys of vouchers and uploads. Without an index PostgreSQL read all vouchers of the company for
 * each deleted vehicle, and the undo of an import deletes thousands of vehicles. Other processes write meanwhile. An
 * index that an earlier start did not finish is built again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // `concurrently` waits for all older transactions and blocks nobody meanwhile.
  await sql`set lock_timeout = 0`.execute(db);
  try {
    await sql`drop index concurrently if exists voucher_vehicle`.execute(db);
    await sql`create index concurrently voucher_vehicle on voucher (company_id, vehicle_id)`.execute(db);
    await sql`drop index concurrently if exists image_upload_accident`.execute(db);
    await sql`create index concurrently image_upload_accident on image_upload (company_id, accident_id)`.execute(db);
  } finally {
    await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, false)`.execute(db);
  }
};

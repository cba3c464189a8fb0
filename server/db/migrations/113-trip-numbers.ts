import { type Kysely, sql } from 'kysely';
import { lockWaitMs } from '../locks.ts';

export const places = {};
export const inPieces = true;

/**
 * Adds an index for calls that name a trip by its number alone. Other transactions can write trips meanwhile. An
 * unfinished index is built again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // The statement waits for all older transactions, without blocking others.
  await sql`set lock_timeout = 0`.execute(db);
  try {
    await sql`drop index concurrently if exists trip_number`.execute(db);
    await sql`create index concurrently trip_number on trip (id)`.execute(db);
  } finally {
    await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, false)`.execute(db);
  }
};

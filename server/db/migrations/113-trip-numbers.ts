import { type Kysely, sql } from 'kysely';
import { lockWaitMs } from '../locks.ts';

export const places = {};
export const inPieces = true;

/**
 * Adds an index for calls that name a trip by its number alone. Trips are written meanwhile. An index that was not finished
 * is begun anew.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // It waits for all older transactions, in nobody's way.
  await sql`set lock_timeout = 0`.execute(db);
  try {
    await sql`drop index concurrently if exists trip_number`.execute(db);
    await sql`create index concurrently trip_number on trip (id)`.execute(db);
  } finally {
    await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, false)`.execute(db);
  }
};

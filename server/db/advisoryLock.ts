import { type Kysely, sql } from 'kysely';
import type { Database } from './types.ts';

/** Takes an advisory lock by name, such as `object:…`, until the transaction ends. */
export const advisoryLock = async (db: Kysely<Database>, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
};

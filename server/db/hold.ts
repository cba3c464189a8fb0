import { type Kysely, sql } from 'kysely';
import type { Database } from './types.ts';

/** Until the transaction ends nobody else holds what has this name, as `object:…`. */
export const hold = async (db: Kysely<Database>, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
};

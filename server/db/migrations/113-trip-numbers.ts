import { type Kysely, sql } from 'kysely';

export const places = {};

/** Adds an index for calls that name a trip by its number alone. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index trip_number on trip (id)`.execute(db);
};

import { type Kysely, sql } from 'kysely';

export const places = {};

/** A trip is asked for by its number alone. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index trip_number on trip (id)`.execute(db);
};

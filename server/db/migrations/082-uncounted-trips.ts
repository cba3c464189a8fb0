import { type Kysely, sql } from 'kysely';

export const places = {};

/** Index of the trips that no upgrade has counted yet. Usually empty, so that the query answers at once. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create index trip_uncounted on trip (object_id, start_at) where rush_ms is null and held is null and excluded_at is null
  `.execute(db);
};

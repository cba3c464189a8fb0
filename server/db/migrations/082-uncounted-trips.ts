import { type Kysely, sql } from 'kysely';

export const places = {};

/** Trips that nobody has counted since an upgrade: usually none, and told at once (decision 461). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create index trip_uncounted on trip (object_id, start_at) where rush_ms is null and held is null and excluded_at is null
  `.execute(db);
};

import { type Kysely, sql } from 'kysely';

export const places = {};

/**
 * Marks trips that the present program would cut or search differently. They are recomputed after the start.
 * A change of the engine that affects stored trips must come with a migration that marks them.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table trip add column outdated boolean not null default false;
    -- Cut before anybody looked for manoeuvres or circumstances; lane changes that only positions tell.
    update trip set outdated = true where rush_ms is null or night_ms is null or watched_by is null
      or (watched_by = 'positions' and direction_change > 0);
    create index trip_outdated on trip (object_id, start_at) where outdated;
  `.execute(db);
};

import { type Kysely, sql } from 'kysely';

export const placements = {};

/** Adds the time within which a client is called for the first time, minutes, by class of the impact. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table company
      add column if not exists target_major_min integer not null default 15,
      add column if not exists target_minor_min integer not null default 60,
      add column if not exists target_mini_min integer not null default 480`.execute(db);
};

import { type Kysely, sql } from 'kysely';

export const places = {};

/** Counts how often the process of a job vanished, in outages too. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table job add column vanished integer not null default 0`.execute(db);
};

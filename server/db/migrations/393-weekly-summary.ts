import { type Kysely, sql } from 'kysely';

export const placements = {};

/**
 * Adds what is sent regularly: `list`, the file of a list, or `summary`, the figures of a week in the letter itself. A
 * release that does not know the column finds no list in a summary, so its run fails and says so.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table export_schedule add column if not exists contents text not null default 'list'`.execute(db);
};

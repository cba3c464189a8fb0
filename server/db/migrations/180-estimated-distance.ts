import { type Kysely, sql } from 'kysely';

export const placements = {};

/**
 * Adds the part of a trip's distance that lies in silences of the device, in metres. Null: the trip was cut before this
 * release.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table trip add column if not exists estimated_m integer`.execute(db);
};

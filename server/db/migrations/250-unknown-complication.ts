import { type Kysely, sql } from 'kysely';

export const placements = {};

/**
 * Marks trips with the complication 0 as outdated. Trips whose speeds are not known had this value, and have none from
 * this release on.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update trip set outdated = true where complication = 0 and not outdated`.execute(db);
};

import { type Kysely, sql } from 'kysely';

export const placements = {};

/**
 * Marks two kinds of trips as outdated. Trips whose speeds are not known had the complication 0, and have none from this
 * release on. Trips with a faulty stretch did not count, and count from this release on without that stretch.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update trip set outdated = true where (complication = 0 or quarantine_reason is not null) and not outdated`.execute(
    db,
  );
};

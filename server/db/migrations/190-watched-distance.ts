import { type Kysely, sql } from 'kysely';

export const placements = {};

/**
 * Adds the parts of a trip's distance on which manoeuvres could be seen, in metres: `watched_m` by fixes or acceleration,
 * `sensed_m` by acceleration. Null: not computed, as in the trips of earlier releases. Their whole distance then counts.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table trip add column if not exists watched_m integer, add column if not exists sensed_m integer`.execute(
    db,
  );
};

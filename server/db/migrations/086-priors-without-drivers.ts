import { type Kysely, sql } from 'kysely';

export const places = {};

/**
 * Drops an unused column, the number of drivers behind a company's means. A recomputation wrote the number of objects
 * there.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table score_prior drop column drivers`.execute(db);
};

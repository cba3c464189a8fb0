import { type Kysely, sql } from 'kysely';

export const places = {};

/** Nobody read how many drivers a company's means were taken of, and a recomputing wrote the number of its objects there. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table score_prior drop column drivers`.execute(db);
};

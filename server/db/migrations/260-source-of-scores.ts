import { type Kysely, sql } from 'kysely';

export const placements = {};

const sumTables = ['object_day', 'object_stretch', 'object_weekday', 'object_score'];

/**
 * Adds the part of the watched distance whose speeds follow from places, metres, and company means by the source of the
 * measurement. Trips of earlier releases count as watched by the receiver's speed, and all sources keep the former means
 * until the next measurement.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table trip add column if not exists placed_m integer`.execute(db);
  for (const table of sumTables)
    await sql`alter table ${sql.table(table)} add column if not exists placed_m bigint not null default 0`.execute(db);
  await sql`alter table score_prior add column if not exists priors_by_source jsonb`.execute(db);
};

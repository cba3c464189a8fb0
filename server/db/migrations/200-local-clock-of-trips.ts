import { type Kysely, sql } from 'kysely';

export const placements = {};

/**
 * Adds the offset of the local clock from UTC where a trip began. Null: not computed. Marks the stored trips as
 * outdated. Their night followed the sun, and their rush hours followed the company's clock. Their watched distance was
 * not computed, and acceleration below 5 Hz counted.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table trip add column if not exists utc_offset_ms integer`.execute(db);
  await sql`update trip set outdated = true where night_ms is not null and not outdated`.execute(db);
};

import { type Kysely, sql } from 'kysely';

export const places = {};

/** A peak is stored as precisely as every call tells it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update accident set maximum_acceleration_g = round(maximum_acceleration_g::numeric, 3)::float8
    where maximum_acceleration_g is distinct from round(maximum_acceleration_g::numeric, 3)::float8`.execute(db);
};

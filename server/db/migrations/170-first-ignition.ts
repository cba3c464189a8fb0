import { type Kysely, sql } from 'kysely';

export const placements = {};

/** Adds the time at which a device first reported the ignition on. Null: never since this release. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table device_contact add column if not exists first_ignition_at timestamptz(3)`.execute(db);
};

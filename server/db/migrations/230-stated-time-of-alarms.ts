import { type Kysely, sql } from 'kysely';

export const placements = {};

/** Adds the time that a device with a wrong clock stated for an alarm, or for a fault that it reported as an alarm. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table device_alarm add column if not exists stated_at timestamptz(3)`.execute(db);
  await sql`alter table anomaly add column if not exists stated_at timestamptz(3)`.execute(db);
};

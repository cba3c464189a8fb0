import { type Kysely, sql } from 'kysely';

export const placements = {};

/** Adds the client's answers about persons, car, rescue services and the other party. Null: not known. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table accident
      add column if not exists injured text check (injured in ('yes', 'no')),
      add column if not exists drivable text check (drivable in ('yes', 'no')),
      add column if not exists ambulance text check (ambulance in ('yes', 'no')),
      add column if not exists police text check (police in ('yes', 'no')),
      add column if not exists other_party_plate text,
      add column if not exists other_party_policy text,
      add column if not exists other_party_phone text`.execute(db);
};

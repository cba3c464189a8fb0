import { type Kysely, sql } from 'kysely';

export const places = {};

/** With the old token itself, which is not stored, the salt gives its successor once more. Null: exchanged by an earlier release. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table retired_token add column salt bytea`.execute(db);
};

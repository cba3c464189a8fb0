import { type Kysely, sql } from 'kysely';

export const places = {};

/**
 * The salt and the old token, which is not stored, give the token's successor again. Null: an earlier release exchanged
 * the token.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table retired_token add column salt bytea`.execute(db);
};

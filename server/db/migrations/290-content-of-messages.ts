import { type Kysely, sql } from 'kysely';

export const placements = {};

/**
 * Adds the hash of a message's content. Only a message with the same id and the same content is a duplicate. Null: stored
 * by an earlier release. Such a message counts as equal to any message with its id.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table ingest_message add column if not exists content_hash text`.execute(db);
  await sql`alter table quarantine add column if not exists content_hash text`.execute(db);
};

import { type Kysely, sql } from 'kysely';

export const places = {};

const searched = ['voucher', 'accident', 'client', 'device', 'installation_center'];

/**
 * Trigrams of the search text as an array, which a GIN index answers exactly. For `like` each found row would be folded
 * and compared again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create function search_trigrams(value text) returns text[]
      language sql immutable parallel safe strict
      return show_trgm(search_fold(value));

    -- Those that every text has that contains this one: not the ones that begin or end a word.
    create function search_trigrams_inside(value text) returns text[]
      language sql immutable parallel safe strict
      return array(select trigram from unnest(search_trigrams(value)) as trigram
        where left(trigram, 1) <> ' ' and right(trigram, 1) <> ' ');
  `.execute(db);
  for (const table of searched)
    await sql
      .raw(`drop index ${table}_search; create index ${table}_search on ${table} using gin (search_trigrams(search))`)
      .execute(db);
};

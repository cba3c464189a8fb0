import { type Kysely, sql } from 'kysely';

export const places = {};

/**
 * Searches for every third trigram of a long word, and for the last one: together they contain all its letters. Each
 * further trigram is another long posting list, and finds nearly the same rows.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- Trigrams that every text has that contains this one: not those that begin or end a word.
    create function search_trigrams_within(value text) returns text[]
      language sql immutable parallel safe strict
      return array(select trigram from unnest(search_trigrams(value)) as trigram
        where left(trigram, 1) <> ' ' and right(trigram, 1) <> ' ');

    create or replace function search_trigrams_inside(value text) returns text[]
      language sql immutable parallel safe strict
      return coalesce(
        nullif(
          array(select substr(word, place, 3)
            from regexp_split_to_table(lower(search_fold(value)), '[^[:alnum:]]+') as word,
              generate_series(1, length(word) - 2) as place
            where length(word) < 8 or place % 3 = 1 or place = length(word) - 2
            -- Only what the extension takes for a trigram, too.
            intersect select unnest(search_trigrams_within(value))),
          '{}'),
        search_trigrams_within(value));
  `.execute(db);
};

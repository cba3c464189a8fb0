import { type Kysely, sql } from 'kysely';

export const placements = {};
export const baseline = true;

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at)).join('');

// Frequent letters come first, because translate() compares a letter with each earlier entry.
const small = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя';
const smallKeys = 'AБBГДEEЖЗИЙKЛMHOПPCTYФXЦЧШЩЪЫЬЭЮЯ';
const capitals = 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ';
const [digits, latin] = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const letters = `${small}${digits}${capitals}${latin.toLowerCase()}${latin}`;
const letterKeys = `${smallKeys}${digits}${smallKeys}${latin}${latin}`;
/** Full-width letters and digits, and Arabic and Persian digits. They are converted to ASCII. */
const wide = `${range(0xff10, 0xff19)}${range(0xff21, 0xff3a)}${range(0xff41, 0xff5a)}${range(0x660, 0x669)}${range(0x6f0, 0x6f9)}`;
const wideKeys = `${digits}${latin}${latin}${digits}${digits}`;

const spaces = `${range(9, 13)}\u0085\u00a0\u1680${range(0x2000, 0x200a)}\u2028\u2029\u202f\u205f\u2800\u3000`;
const dashes = `\u02d7\u058a\u05be${range(0x2010, 0x2015)}\u2043\u207b\u208b\u2212\u2500\u2e3a\u2e3b\u301c\u3030\ufe58\ufe63`;
const wideSigns = `${range(0xff01, 0xff0f)}${range(0xff1a, 0xff20)}${range(0xff3b, 0xff40)}${range(0xff5b, 0xff5e)}`;
/**
 * Invisible characters that a search ignores: joiners, direction marks, soft hyphens, variation selectors, and accents
 * that follow their letter.
 */
const invisible = `\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5${range(0x180b, 0x180f)}${range(0x200b, 0x200f)}${range(0x202a, 0x202e)}${range(0x2060, 0x206f)}\u3164${range(0xfe00, 0xfe0f)}\ufeff\uffa0${range(0x300, 0x34e)}${range(0x350, 0x36f)}`;
/** Signs that search_words() treats as gaps between words. */
const signs = '-.,()+/@_#№:;"\'«»„“”–—*&!?<>[]{}|\\~^%$=`';
const removed = `.,()+/№${spaces}${dashes}${wideSigns}${invisible}`;
const gaps = signs + spaces + dashes + wideSigns;

/**
 * SQL expression for the value with the letter й as one character. Macs and PDF files write it as two: и and a
 * combining breve.
 */
const composed = "replace(replace(value, 'и' || chr(774), 'й'), 'И' || chr(774), 'Й')";
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** SQL functions by signature. Expressions of indexes and generated columns call them, so they are immutable. */
const functions: Readonly<Record<string, string>> = {
  // Makes all spellings of a value equal. Letters become capitals, Ё becomes Е, letters that look alike in both
  // alphabets become Latin, gaps are removed.
  // Column and query go through the same function, so "а 123 вс-77" finds A123BC77. upper() is not used, because it
  // knows Cyrillic only in some locales of a server.
  'search_key(value text) returns text': `as $$ select translate(replace(replace(${composed}, ' ', ''), '-', ''),
      ${text(letters + wide + removed)}, ${text(letterKeys + wideKeys)}) $$`,
  // Like search_key(), but gaps between words stay as single spaces.
  'search_words(value text) returns text': `return btrim(regexp_replace(translate(${composed},
      ${text(letters + wide + gaps + invisible)}, ${text(letterKeys + wideKeys)} || repeat(' ', ${gaps.length})),
      ' {2,}', ' ', 'g'))`,
  'search_plain(value text) returns text': "return replace(search_words(value), ' ', '')",
  // Returns the last ten digits of a phone number before its extension: the number without country code.
  'search_phone(value text) returns text': `return right(regexp_replace(translate(split_part(value, 'доб', 1),
      ${text(wide)}, ${text(wideKeys)}), '[^0-9]', '', 'g'), 10)`,
  // Replaces Cyrillic letters by ASCII letters. PostgreSQL's trigrams need this, because a database without a locale
  // breaks words at Cyrillic letters.
  'search_fold(value text) returns text': "return translate(value, 'БГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯ', 'FGDJZIILNFCQWWVSVEUR')",
  'search_lexemes(company_id bigint, value text) returns tsvector': `return array_to_tsvector(string_to_array(
      company_id || ':' || replace(search_words(value), ' ', ' ' || company_id || ':'), ' '))`,
  // Returns each pair of neighbouring characters as a number. Different pairs may have the same number, so the matches
  // of a search are verified.
  // Pairs of digits are left out, because every second row contains any of them in a phone or an IMEI.
  'search_pairs(value text) returns integer[]': `return (
      select array_agg((ascii(one) & 32767) * 65536 + (ascii(next) & 65535))
      from unnest(string_to_array(value, null), string_to_array(substr(value, 2), null)) as pair(one, next)
      where next is not null and greatest(ascii(one), ascii(next)) > 57)`,
  // Returns trigrams as an array, because a GIN index answers array conditions exactly. With `like`, PostgreSQL would
  // compare each found row again.
  'search_trigrams(value text) returns text[]': 'return show_trgm(search_fold(value))',
  // Returns the trigrams that every text with the value inside a word has. Trigrams at the begin or end of a word are
  // left out.
  'search_trigrams_within(value text) returns text[]': `return array(
      select trigram from unnest(search_trigrams(value)) as trigram
      where left(trigram, 1) <> ' ' and right(trigram, 1) <> ' ')`,
  // Returns every third trigram of a long word, and its last one. Together they contain all letters of the word.
  // Further trigrams cost time and find nearly the same rows.
  'search_trigrams_inside(value text) returns text[]': `return coalesce(
      nullif(
        array(select substr(word, place, 3)
          from regexp_split_to_table(lower(search_fold(value)), '[^[:alnum:]]+') as word,
            generate_series(1, length(word) - 2) as place
          where length(word) < 8 or place % 3 = 1 or place = length(word) - 2
          -- Only what the extension takes for a trigram, too.
          intersect select unnest(search_trigrams_within(value))),
        '{}'),
      search_trigrams_within(value))`,
};

/** Functions of the search index. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create extension if not exists pg_trgm`.execute(db);
  for (const [signature, body] of Object.entries(functions))
    await sql.raw(`create function ${signature} language sql immutable parallel safe strict ${body}`).execute(db);
};

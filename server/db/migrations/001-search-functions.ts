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
/** Full-width and eastern forms. */
const wide = `${range(0xff10, 0xff19)}${range(0xff21, 0xff3a)}${range(0xff41, 0xff5a)}${range(0x660, 0x669)}${range(0x6f0, 0x6f9)}`;
const wideKeys = `${digits}${latin}${latin}${digits}${digits}`;

const spaces = `${range(9, 13)}\u0085\u00a0\u1680${range(0x2000, 0x200a)}\u2028\u2029\u202f\u205f\u2800\u3000`;
const dashes = `\u02d7\u058a\u05be${range(0x2010, 0x2015)}\u2043\u207b\u208b\u2212\u2500\u2e3a\u2e3b\u301c\u3030\ufe58\ufe63`;
const wideSigns = `${range(0xff01, 0xff0f)}${range(0xff1a, 0xff20)}${range(0xff3b, 0xff40)}${range(0xff5b, 0xff5e)}`;
/** Joiners, direction marks, soft hyphens, variation selectors, and accents that follow their letter. */
const invisible = `\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5${range(0x180b, 0x180f)}${range(0x200b, 0x200f)}${range(0x202a, 0x202e)}${range(0x2060, 0x206f)}\u3164${range(0xfe00, 0xfe0f)}\ufeff\uffa0${range(0x300, 0x34e)}${range(0x350, 0x36f)}`;
/** Signs that search_words() treats as gaps between words. */
const signs = '-.,()+/@_#№:;"\'«»„“”–—*&!?<>[]{}|\\~^%$=`';
const removed = `.,()+/№${spaces}${dashes}${wideSigns}${invisible}`;
const gaps = signs + spaces + dashes + wideSigns;

/** The value with the short i as one letter, also where a Mac or a PDF writes two characters. */
const composed = "replace(replace(value, 'и' || chr(774), 'й'), 'И' || chr(774), 'Й')";
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** SQL functions by signature. Expressions of indexes and generated columns call them, so they are immutable. */
const functions: Readonly<Record<string, string>> = {
  // One spelling: capitals, Ё as Е, letters that look alike in both alphabets as Latin ones, no gaps. Column and query
  // go through the same function, so "а 123 вс-77" finds A123BC77. upper() knows Cyrillic only in some locales of a
  // server.
  'search_key(value text) returns text': `as $$ select translate(replace(replace(${composed}, ' ', ''), '-', ''),
      ${text(letters + wide + removed)}, ${text(letterKeys + wideKeys)}) $$`,
  // The same spelling with gaps between words.
  'search_words(value text) returns text': `return btrim(regexp_replace(translate(${composed},
      ${text(letters + wide + gaps + invisible)}, ${text(letterKeys + wideKeys)} || repeat(' ', ${gaps.length})),
      ' {2,}', ' ', 'g'))`,
  'search_plain(value text) returns text': "return replace(search_words(value), ' ', '')",
  // The last ten digits of a phone: the number without country and extension.
  'search_phone(value text) returns text': `return right(regexp_replace(translate(split_part(value, 'доб', 1),
      ${text(wide)}, ${text(wideKeys)}), '[^0-9]', '', 'g'), 10)`,
  // ASCII letters, because a database without a locale breaks words at Cyrillic letters when it makes trigrams.
  'search_fold(value text) returns text': "return translate(value, 'БГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯ', 'FGDJZIILNFCQWWVSVEUR')",
  'search_lexemes(company_id bigint, value text) returns tsvector': `return array_to_tsvector(string_to_array(
      company_id || ':' || replace(search_words(value), ' ', ' ' || company_id || ':'), ' '))`,
  // Pairs of letters as numbers. Two pairs may have one number, so matches are verified. Pairs of digits are left out,
  // because every second row contains any of them in a phone or an IMEI.
  'search_pairs(value text) returns integer[]': `return (
      select array_agg((ascii(one) & 32767) * 65536 + (ascii(next) & 65535))
      from unnest(string_to_array(value, null), string_to_array(substr(value, 2), null)) as pair(one, next)
      where next is not null and greatest(ascii(one), ascii(next)) > 57)`,
  // Trigrams as an array, which a GIN index answers exactly. For `like` each found row would be compared again.
  'search_trigrams(value text) returns text[]': 'return show_trgm(search_fold(value))',
  // Trigrams of every text that contains the value: not those at the begin or end of a word.
  'search_trigrams_within(value text) returns text[]': `return array(
      select trigram from unnest(search_trigrams(value)) as trigram
      where left(trigram, 1) <> ' ' and right(trigram, 1) <> ' ')`,
  // Every third trigram of a long word, and the last one: together they contain all its letters. Further trigrams cost
  // time and find nearly the same rows.
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

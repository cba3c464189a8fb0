import { type Kysely, sql } from 'kysely';
import { updateInBatches } from '../batches.ts';

export const places = {};
export const inPieces = true;

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

const unusual = `[${spaces}${dashes}${wide}${wideSigns}${invisible}№]`;

/** For each table a column that the generated columns depend on, and all texts in these columns and in its indexes. */
const tables = {
  voucher: { touched: ['number', 'client_name'], texts: ['search', 'city', 'vehicle_brand', 'vehicle_model'] },
  accident: {
    touched: ['voucher_number', 'client_name'],
    texts: ['search', 'city', 'vehicle_brand', 'vehicle_model', 'device_model'],
  },
  client: { touched: ['last_name'], texts: ['search'] },
  device: { touched: ['sim_number'], texts: ['search'] },
  installation_center: { touched: ['name'], texts: ['search'] },
  account: { touched: ['full_name'], texts: ['search'] },
  obu_model: { touched: ['brand'], texts: ['search'] },
  vehicle_brand: { touched: ['name'], texts: ['search'] },
  vehicle_model: { touched: ['name'], texts: ['search'] },
  dictionary_entry: { touched: ['title_ru'], texts: ['search'] },
} as const;

/** Tables of each company with any number of rows. */
const large = ['voucher', 'accident', 'client', 'device'];

/**
 * Leaves invisible characters out of search keys. Dashes, spaces and full-width forms count as the plain ones. A phone
 * is searched for without its extension.
 * Keys of usual texts stay. Rows with other characters are written again. Indexes on expressions are rebuilt, because
 * the update of a row may leave such an index unchanged.
 */
export const up = async (db: Kysely<unknown>, report?: (text: string) => void): Promise<void> => {
  // The short i is a letter of its own, also where a Mac or a PDF writes it as two characters.
  const composed = "replace(replace(value, 'и' || chr(774), 'й'), 'И' || chr(774), 'Й')";
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const define = (name: string, body: string) =>
    sql
      .raw(
        `create or replace function ${name}(value text) returns text language sql immutable parallel safe strict ${body}`,
      )
      .execute(db);
  const removed = `.,()+/№${spaces}${dashes}${wideSigns}${invisible}`;
  await define(
    'search_key',
    `as $$ select translate(replace(replace(${composed}, ' ', ''), '-', ''),
      ${text(letters + wide + removed)}, ${text(letterKeys + wideKeys)}) $$`,
  );
  const gaps = signs + spaces + dashes + wideSigns;
  await define(
    'search_words',
    `return btrim(regexp_replace(translate(${composed},
      ${text(letters + wide + gaps + invisible)}, ${text(letterKeys + wideKeys)} || repeat(' ', ${gaps.length})),
      ' {2,}', ' ', 'g'))`,
  );
  await define(
    'search_phone',
    `return right(regexp_replace(translate(split_part(value, 'доб', 1),
      ${text(wide)}, ${text(wideKeys)}), '[^0-9]', '', 'g'), 10)`,
  );
  for (const [table, { touched, texts }] of Object.entries(tables)) {
    const sets = touched.map(column => `${column} = ${column}`).join(', ');
    const where = texts.map(column => `${column} ~ ${text(unusual)}`).join(' or ');
    if (large.includes(table)) await updateInBatches(db, { table, where, set: sets }, report);
    else await sql.raw(`update ${table} set ${sets} where ${where}`).execute(db);
  }
  for (const [table, column, index] of [
    ['voucher', 'vehicle_brand', 'voucher_brand_text'],
    ['voucher', 'city', 'voucher_city_text'],
    ['accident', 'device_model', 'accident_outcome'],
  ] as const) {
    const { rows } = await sql<{ there: boolean }>`select exists (select 1 from ${sql.table(table)}
      where ${sql.ref(column)} ~ ${unusual}) as there`.execute(db);
    if (!rows[0]?.there) continue;
    // Left by an interrupted attempt.
    await sql.raw(`drop index if exists ${index}_ccnew`).execute(db);
    await sql.raw(`reindex index concurrently ${index}`).execute(db);
  }
};

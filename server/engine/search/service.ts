import { holdsOne, type Role } from '../../../src/contract/access.ts';
import type { SearchAnswer, SearchHit } from '../../../src/contract/shapes/search.ts';
import { recordAddress } from '../../../src/schema/addresses.ts';
import { byOrder, kindOf } from '../../../src/schema/searchSettings.ts';
import type { Context } from '../../context.ts';
import { type Read, reading } from '../../db/read.ts';
import { type Statement, Values } from '../../db/sqlText.ts';
import type { Caller } from '../../transaction.ts';
import { columnOf, isTextColumn, type Registry, type Table, visibleAlways } from '../table/define.ts';
import { type KeyKind, type SearchIndex, type SearchRow, textOf } from '../table/searchIndex.ts';
import { reversed } from './matching/keys.ts';
import { marksOf } from './matching/marks.ts';
import { searchTexts } from './matching/queryText.ts';
import { compareFits, type Field, type Fit, fitOf, tiers } from './matching/rank.ts';
import { type QueryReading, readQuery, type Word } from './tsQuery.ts';

/** A searched table with its columns and conditions. */
interface Source extends SearchIndex {
  readonly kind: string;
  readonly table: Table;
  readonly where: string;
}

const roles: { readonly [kind in string]?: Field['role'] } = {
  phone: 'phone',
  email: 'key',
  plate: 'key',
  vin: 'key',
  imei: 'key',
};

/**
 * Returns the default search settings of a table, derived from its description. They find words anywhere in the search
 * text of the list.
 */
const described = (table: Table): SearchIndex => {
  const { name, title, found, fields, list, shared, authorOnly } = table.resource;
  const about = found?.about ?? [];
  const searched = list.search ?? [];
  const fault = (what: string) => new Error(`The description of ${name} says \`found\`, but ${what}.`);
  if (searched.length === 0) throw fault('its list has no `search`');
  if (shared || authorOnly || table.companyColumn !== 'company_id')
    throw fault('its records are not those of a company');
  const shown = [...new Set([title, ...about, ...searched])];
  for (const each of shown) {
    const field = fields[each];
    if (!field || !isTextColumn(field)) throw fault(`${each} is no column of text`);
  }
  const columns = shown.map(each => `${columnOf(table, each, fields[each] as (typeof fields)[string])} as "${each}"`);
  if (table.bucket) columns.push(`${table.bucket} as status`);
  return {
    id: 'id',
    columns: ['id', ...columns].join(', '),
    keys: [],
    text: 'search',
    matched: Object.fromEntries(
      searched.map(each => [each, each === title ? 'name' : (roles[fields[each]?.kind ?? ''] ?? 'text')]),
    ),
    shown: row => ({ Title: textOf(row, title), about: about.map(each => textOf(row, each)) }),
  };
};

/** All tables of the global search. Groups of hits that match equally well are shown in this order. */
export const sourcesOf = ({ tables }: Registry): readonly Source[] =>
  Object.values(tables)
    .filter(({ resource }) => resource.found)
    .map(table => ({
      ...(table.index?.search ?? described(table)),
      kind: kindOf(table.resource),
      table,
      where: visibleAlways(table) ? `(${visibleAlways(table)})` : 'true',
    }))
    .sort((one, other) => byOrder(one.table.resource, other.table.resource));

/** Tables that these roles may read. */
const sourcesFor = (registry: Registry, held: readonly Role[]): readonly Source[] =>
  sourcesOf(registry).filter(({ table }) => holdsOne(held, table.resource.access.read));

/** Values of a row that are compared with the query. */
const fieldsOf = ({ matched }: Source, row: SearchRow): Field[] =>
  Object.entries(matched).map(([column, role]) => ({ role, value: String(row[column] ?? '') }));

/** Maximum number of rows read per index range. It is at least the maximum number of hits. */
const perStretch = 20;
/** Maximum number of rows that a search by words compares with the query. The best of them are shown. */
const mostCandidates = 200;
const shortestWord = 3;
const mostDigitsOfId = 15;

const asked: { readonly [A in Exclude<KeyKind, 'number'>]: (reading: QueryReading) => readonly string[] } = {
  key: ({ keys }) => keys,
  name: ({ names }) => names,
  tail: ({ tail }) => (tail === undefined ? [] : [reversed(tail)]),
  phone: ({ phones }) => phones,
  phoneTail: ({ phones }) => phones.map(reversed),
};

/** Ids with these leading digits, as ranges: 12, 120–129, 1200–1299, … */
const stretchesOf = (digits: string): [from: number, to: number][] => {
  if (!/^[1-9]\d*$/.test(digits) || digits.length > mostDigitsOfId) return [];
  return Array.from({ length: Math.min(10, mostDigitsOfId - digits.length + 1) }, (_, power) => {
    const from = Number(digits) * 10 ** power;
    return [from, from + 10 ** power - 1];
  });
};

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** SQL for the first rows of each prefix in `beginnings`, in index order. */
const stretch = ({ table, id }: Source, expression: string, where: string, beginnings: string): string =>
  `(select s.id from unnest(${beginnings}::text[]) as b cross join lateral (
    select ${id} as id from ${table.source} where company_id = $1 and ${where}(${expression}) collate "C" >= b
      and (${expression}) collate "C" < b || chr(1114111) order by (${expression}) collate "C", ${id} limit ${perStretch}) s)`;

const numbers = ({ table }: Source, values: Values, readings: readonly QueryReading[]): string => {
  const stretches = readings.flatMap(({ key }) => stretchesOf(key));
  if (stretches.length === 0) return '';
  const from = values.add(stretches.map(([first]) => first));
  const to = values.add(stretches.map(([, last]) => last));
  return `(select s.id from unnest(${from}::bigint[], ${to}::bigint[]) as b(first, last) cross join lateral (
    select id from ${table.source} where company_id = $1 and id between b.first and b.last order by id limit ${perStretch}) s)`;
};

/**
 * SQL for names with initials. It reads the index range of family name and first initial, filtered by the full pattern.
 */
const initialed = (
  source: Source,
  expression: string,
  where: string,
  values: Values,
  readings: readonly QueryReading[],
) => {
  const patterns = unique(readings.flatMap(({ initials }) => initials));
  if (patterns.length === 0) return '';
  const beginnings = values.add(patterns.map(pattern => pattern.replace(/ (.).*$/u, ' $1')));
  const whole = values.add(patterns.map(pattern => `^${pattern}`));
  return `(select s.id from unnest(${beginnings}::text[], ${whole}::text[]) as b(first, pattern) cross join lateral (
    select ${source.id} as id from ${source.table.source} where company_id = $1 and ${where}(${expression}) collate "C" >= b.first
      and (${expression}) collate "C" < b.first || chr(1114111) and ${expression} ~ b.pattern
      order by (${expression}) collate "C", ${source.id} limit ${perStretch}) s)`;
};

/** Name of the prepared statement. Its text depends on the ranges that are read, so each choice has its own name. */
const nameOf = ({ kind }: Source, stretches: readonly string[]): string =>
  `search_${kind}_${stretches.map(text => (text === '' ? '0' : '1')).join('')}`;

/**
 * Statement that finds records by identifiers, name prefixes or the last characters of an id. Its cost does not depend
 * on the size of the table.
 */
const byKeys = (source: Source, companyId: number, readings: readonly QueryReading[]): Statement | undefined => {
  const values = new Values();
  values.add(companyId);
  const stretches = source.keys.flatMap(({ ask, expression, where }) => {
    if (ask === 'number') return [numbers(source, values, readings)];
    const beginnings = unique(readings.flatMap(asked[ask]));
    const also = where ? `${where} and ` : '';
    const found = beginnings.length === 0 ? '' : stretch(source, expression, also, values.add(beginnings));
    return ask === 'name' ? [found, initialed(source, expression, also, values, readings)] : [found];
  });
  const ids = stretches.filter(text => text !== '').join(' union ');
  if (ids === '') return undefined;
  const text = `select ${source.columns} from ${source.table.source} where company_id = $1 and ${source.where} and ${source.id} in (${ids})`;
  return { name: nameOf(source, stretches), text, values: values.list };
};

const lexeme = (companyId: number, word: Word, end: ':*' | ''): string =>
  `(${[word.key, ...word.others].map(key => `'${companyId}:${key}'${end}`).join(' | ')})`;

const isNumber = ({ key }: Word): boolean => /\d/.test(key);

/** Words that are searched in the index. A short word begins too many texts, so it only filters. */
const leading = ({ words }: QueryReading): readonly Word[] => words.filter(({ key }) => key.length >= shortestWord);

/** Stages of the search: whole words, then prefixes, then anywhere within words. */
type Looking = 'words' | 'starts' | 'anywhere';

/**
 * Part of a search condition: `found` uses an index, `compared` checks the rows that the index found. They are
 * separate, because in one condition the trigrams would be computed for each row.
 */
type Part = 'found' | 'compared';

const conditionOf = (
  source: Source,
  companyId: number,
  reading: QueryReading,
  looking: Looking,
  part: Part,
  values: Values,
): string => {
  const end = looking === 'words' ? '' : ':*';
  const inWords = (words: readonly Word[]) =>
    `${source.lexemes} @@ ${values.add(words.map(word => lexeme(companyId, word, end)).join(' & '))}::tsquery`;
  const words = leading(reading);
  // For whole words the index reads the rarest word and skips through the others. For prefixes it must collect all
  // matches.
  if (looking === 'words') return inWords(words);
  const apart = words.filter(word => source.text !== undefined && (looking === 'anywhere' || isNumber(word)));
  const together = words.filter(word => !apart.includes(word));
  // The previous stage tried a single word as a prefix, so only the inside of words is searched now.
  const alone = source.lexemes === undefined || (words.length === 1 && looking === 'anywhere');
  const conditions = apart.map(word => {
    const key = values.add(word.key);
    const inside =
      part === 'found'
        ? `search_trigrams(${source.text}) @> search_trigrams_inside(${key})`
        : `${source.text} like '%' || ${key} || '%'`;
    return alone ? inside : `(${inside} or ${inWords([word])})`;
  });
  if (together.length > 0) conditions.push(inWords(together));
  return conditions.join(' and ');
};

/**
 * Statement that finds records with every word of the query, in any order. A single word is not searched as a whole
 * word, because the prefix search includes it.
 */
const byWords = (
  source: Source,
  companyId: number,
  readings: readonly QueryReading[],
  looking: Looking,
): Statement | undefined => {
  if ((looking === 'anywhere' ? source.text : source.lexemes) === undefined) return undefined;
  const values = new Values();
  values.add(companyId);
  const fewest = looking === 'words' ? 2 : 1;
  const led = readings.filter(reading => leading(reading).length >= fewest);
  if (led.length === 0) return undefined;
  const parts = looking === 'words' ? (['found'] as const) : (['found', 'compared'] as const);
  const conditions = parts.map(
    part => `(${led.map(each => `(${conditionOf(source, companyId, each, looking, part, values)})`).join(' or ')})`,
  );
  const text = `select ${source.columns} from ${source.table.source} where company_id = $1 and ${source.where}
    and ${conditions.join(' and ')} limit ${mostCandidates}`;
  return { text, values: values.list };
};

/** Statement that reads all rows of a table with only a few rows per company. */
const everyRow = ({ columns, table, where }: Source, companyId: number): Statement => ({
  text: `select ${columns} from ${table.source} where company_id = $1 and ${where}`,
  values: [companyId],
});

/** Address of a record's own page, if it has one. */
const addressed = ({ table: { resource }, recordId = 'id' }: Source, row: SearchRow): Pick<SearchHit, 'Path'> => {
  const Path = recordAddress(resource, { Id: row[recordId] ?? '', ObjectId: row.object_id }, String(row.status));
  return Path === undefined ? {} : { Path };
};

/** Matching values that are not contained in the displayed text: one per query word. */
const unseen = (shown: string, fields: readonly Field[], { words }: QueryReading): string[] =>
  words
    .map(word => ({ words: [word], key: '', keys: [], initials: [], names: [], phones: [] }))
    .filter(alone => marksOf(shown, alone).length === 0)
    .flatMap(alone => fields.find(({ value }) => marksOf(value, alone).length > 0)?.value ?? []);

/** A hit for display, including the matching values that are not always shown. */
const presentHit = (
  source: Source,
  row: SearchRow,
  { field, reading: at }: Fit,
  readings: readonly QueryReading[],
): SearchHit => {
  const { about, ...shown } = source.shown(row);
  const reading = readings[at] as QueryReading;
  const always = [shown.Title, ...about];
  const found = field ? [field.value] : unseen(always.join(' · '), fieldsOf(source, row), reading);
  const more = [...new Set(found)].filter(value => !always.includes(value));
  // The matching values come first, because a narrow screen cuts off the end of the line.
  const Subtitle = [...more, ...about].filter(part => part !== '').join(' · ');
  return {
    Kind: source.kind,
    Id: String(row.id),
    ...(typeof row.object_id === 'string' && { ObjectId: row.object_id }),
    ...shown,
    ...addressed(source, row),
    Subtitle,
    TitleMarks: marksOf(shown.Title, reading),
    SubtitleMarks: marksOf(Subtitle, reading),
  };
};

interface Match {
  readonly row: SearchRow;
  readonly fit: Fit;
}

const rowsOf = async (read: Read, statement: Statement | undefined): Promise<SearchRow[]> =>
  statement ? read<SearchRow>(statement) : [];

const byAge = ({ newestFirst }: Source, one: SearchRow, other: SearchRow): number =>
  (Number(one.id) - Number(other.id)) * (newestFirst ? -1 : 1);

/** Merges matching rows into the known matches, best first. */
const best = (
  source: Source,
  known: readonly Match[],
  rows: Iterable<SearchRow>,
  readings: readonly QueryReading[],
): Match[] => {
  const found = new Map(known.map(each => [each.row.id, each]));
  for (const row of rows) {
    const fit = found.has(row.id) ? undefined : fitOf(fieldsOf(source, row), readings);
    if (fit) found.set(row.id, { row, fit });
  }
  return [...found.values()].sort((one, other) => compareFits(one.fit, other.fit) || byAge(source, one.row, other.row));
};

const byKey =
  (read: Read, companyId: number, readings: readonly QueryReading[]) =>
  async (source: Source): Promise<Match[]> => {
    const statement = source.few ? everyRow(source, companyId) : byKeys(source, companyId, readings);
    return best(source, [], await rowsOf(read, statement), readings);
  };

/**
 * Searches a table by words, unless the search by identifiers has already found enough hits. The search for prefixes
 * and then for parts of words follows only while hits are missing.
 */
const byWord =
  (read: Read, companyId: number, readings: readonly QueryReading[], limit: number) =>
  async (source: Source, known: readonly Match[] = []): Promise<readonly Match[]> => {
    let found = known;
    for (const looking of ['words', 'starts', 'anywhere'] as const) {
      if (found.length >= limit) break;
      const rows = await rowsOf(read, byWords(source, companyId, readings, looking));
      found = best(source, found, rows, readings);
    }
    return found;
  };

const tierOf = (found: readonly Match[]): number => found[0]?.fit.tier ?? tiers.substring;
/** Indexes of the interpretations of the query (`readings`) that some record matches exactly. */
const exactIn = (found: readonly Match[]): readonly number[] =>
  found.filter(({ fit }) => fit.tier === tiers.exact).map(({ fit }) => fit.reading);

/** Everything visible to the caller that matches, best groups and best hits first. */
export const search = async (
  context: Pick<Context, 'reads' | 'registry'>,
  caller: Caller,
  q: string,
  shownMax: number,
): Promise<SearchAnswer> => {
  const readings = readQuery(q);
  if (readings.length === 0) return { Groups: [] };
  const numbers = searchTexts(q).length;
  // A pasted list of numbers shows a hit for each number.
  const limit = Math.max(shownMax, numbers);
  const sources = sourcesFor(context.registry, caller.roles);
  const read = reading(context, caller);
  let groups: (readonly Match[])[] = await Promise.all(sources.map(byKey(read, caller.companyId, readings)));
  // Searches by words only if a typed number or name has no exact match, because a search by words is expensive.
  if (new Set(groups.flatMap(exactIn)).size < numbers) {
    const look = byWord(read, caller.companyId, readings, limit);
    groups = await Promise.all(sources.map((source, at) => look(source, groups[at])));
  }
  return {
    Groups: sources
      .map((source, at) => ({ source, found: (groups[at] ?? []).slice(0, limit) }))
      .filter(({ found }) => found.length > 0)
      .sort((one, other) => tierOf(one.found) - tierOf(other.found))
      .map(({ source, found }) => ({
        Kind: source.kind,
        Items: found.map(({ row, fit }) => presentHit(source, row, fit, readings)),
      })),
  };
};

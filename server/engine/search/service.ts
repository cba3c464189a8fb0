import { hasAnyRole, type Role } from '../../../src/contract/access.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { SearchAnswer, SearchHit } from '../../../src/contract/shapes/search.ts';
import { recordPath } from '../../../src/schema/addresses.ts';
import { withExtensionWord } from '../../../src/schema/kinds/phone.ts';
import { compareSearchOrder, searchKindOf } from '../../../src/schema/searchSettings.ts';
import type { Context } from '../../context.ts';
import { createQueryRunner, type QueryRunner } from '../../db/read.ts';
import { type Statement, Values } from '../../db/sqlText.ts';
import type { Caller } from '../../transaction.ts';
import { columnOf, isTextColumn, type Registry, type Table, visibleAlways } from '../table/define.ts';
import { columnText, type KeyKind, type SearchIndex, type SearchRow } from '../table/searchIndex.ts';
import { reverseText } from './matching/keys.ts';
import { findMarks } from './matching/marks.ts';
import { searchTexts } from './matching/queryText.ts';
import { compareFits, type Field, type Fit, findFit, tiers } from './matching/rank.ts';
import { beginningOf, parseQuery, type QueryReading, type Word } from './tsQuery.ts';

interface Source extends SearchIndex {
  readonly kind: string;
  readonly table: Table;
  readonly where: string;
}

const roleByKind: { readonly [kind in string]?: Field['role'] } = {
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
const defaultSearchIndex = (table: Table): SearchIndex => {
  const { name, title, globalSearch, fields, list, shared, authorOnly } = table.resource;
  const about = globalSearch?.subtitleFields ?? [];
  const searchedFields = list.search ?? [];
  const descriptionError = (problem: string) =>
    new Error(`The description of ${name} says \`globalSearch\`, but ${problem}.`);
  if (searchedFields.length === 0) throw descriptionError('its list has no `search`');
  if (shared || authorOnly || table.companyColumn !== 'company_id')
    throw descriptionError('its records are not those of a company');
  const comparedFields = [...new Set([title, ...about, ...searchedFields])];
  for (const each of comparedFields) {
    const field = fields[each];
    if (!field || !isTextColumn(field)) throw descriptionError(`${each} is no column of text`);
  }
  const columns = comparedFields.map(
    each => `${columnOf(table, each, fields[each] as (typeof fields)[string])} as "${each}"`,
  );
  if (table.bucket) columns.push(`${table.bucket} as status`);
  return {
    id: 'id',
    columns: ['id', ...columns].join(', '),
    keys: [],
    text: 'search',
    columnRoles: Object.fromEntries(
      searchedFields.map(each => [each, each === title ? 'name' : (roleByKind[fields[each]?.kind ?? ''] ?? 'text')]),
    ),
    display: row => ({ Title: columnText(row, title), about: about.map(each => columnText(row, each)) }),
  };
};

/** All tables of the global search. Groups of hits that match equally well are shown in this order. */
export const searchSources = ({ tables }: Registry): readonly Source[] =>
  Object.values(tables)
    .filter(({ resource }) => resource.globalSearch)
    .map(table => ({
      ...(table.index?.search ?? defaultSearchIndex(table)),
      kind: searchKindOf(table.resource),
      table,
      where: visibleAlways(table) ? `(${visibleAlways(table)})` : 'true',
    }))
    .sort((one, other) => compareSearchOrder(one.table.resource, other.table.resource));

const readableSources = (registry: Registry, callerRoles: readonly Role[]): readonly Source[] =>
  searchSources(registry).filter(({ table }) => hasAnyRole(callerRoles, table.resource.access.read));

const fieldsOf = ({ columnRoles }: Source, row: SearchRow): Field[] =>
  Object.entries(columnRoles).map(([column, role]) => ({ role, value: String(row[column] ?? '') }));

/** Maximum number of rows read per index range. It is at least the maximum number of hits. */
const rowsPerRange = 20;
/** Maximum number of rows that a search by words compares with the query. The best of them are shown. */
const candidatesMax = 200;
const wordLengthMin = 3;
const idDigitsMax = 15;

const prefixesByKeyKind: { readonly [A in Exclude<KeyKind, 'number'>]: (reading: QueryReading) => readonly string[] } =
  {
    key: ({ keys }) => keys,
    name: ({ names }) => names,
    tail: ({ tail }) => (tail === undefined ? [] : [reverseText(tail)]),
    phone: ({ phones }) => phones,
    phoneTail: ({ phones }) => phones.map(reverseText),
  };

/** Ids with these leading digits, as ranges: 12, 120–129, 1200–1299, … */
const idRangesOf = (digits: string): [from: number, to: number][] => {
  if (!/^[1-9]\d*$/.test(digits) || digits.length > idDigitsMax) return [];
  return Array.from({ length: Math.min(10, idDigitsMax - digits.length + 1) }, (_, power) => {
    const from = Number(digits) * 10 ** power;
    return [from, from + 10 ** power - 1];
  });
};

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/**
 * SQL for the ids of the rows whose value begins with one of the prefixes in `beginnings`. Reads the first rows of each
 * prefix in the order of the index.
 */
const prefixRangeSql = ({ table, id }: Source, expression: string, where: string, beginnings: string): string =>
  `(select s.id from unnest(${beginnings}::text[]) as b cross join lateral (
    select ${id} as id from ${table.source} where company_id = $1 and ${where}(${expression}) collate "C" >= b
      and (${expression}) collate "C" < b || chr(1114111) order by (${expression}) collate "C", ${id} limit ${rowsPerRange}) s)`;

const idRangesSql = ({ table }: Source, values: Values, readings: readonly QueryReading[]): string => {
  const idRanges = readings.flatMap(({ key }) => idRangesOf(key));
  if (idRanges.length === 0) return '';
  const from = values.add(idRanges.map(([first]) => first));
  const to = values.add(idRanges.map(([, last]) => last));
  return `(select s.id from unnest(${from}::bigint[], ${to}::bigint[]) as b(first, last) cross join lateral (
    select id from ${table.source} where company_id = $1 and id between b.first and b.last order by id limit ${rowsPerRange}) s)`;
};

/**
 * SQL for names with initials. It reads the index range of family name and first initial, filtered by the full pattern.
 */
const initialsSql = (
  source: Source,
  expression: string,
  where: string,
  values: Values,
  readings: readonly QueryReading[],
) => {
  const patterns = unique(readings.flatMap(({ initials }) => initials));
  if (patterns.length === 0) return '';
  const beginnings = values.add(patterns.map(beginningOf));
  const fullPatterns = values.add(patterns.map(pattern => `^${pattern}`));
  return `(select s.id from unnest(${beginnings}::text[], ${fullPatterns}::text[]) as b(first, pattern) cross join lateral (
    select ${source.id} as id from ${source.table.source} where company_id = $1 and ${where}(${expression}) collate "C" >= b.first
      and (${expression}) collate "C" < b.first || chr(1114111) and ${expression} ~ b.pattern
      order by (${expression}) collate "C", ${source.id} limit ${rowsPerRange}) s)`;
};

/** Name of the prepared statement. Its text depends on the ranges that are read, so each choice has its own name. */
const statementName = ({ kind }: Source, rangesSql: readonly string[]): string =>
  `search_${kind}_${rangesSql.map(text => (text === '' ? '0' : '1')).join('')}`;

/**
 * Statement that finds records by identifiers, name prefixes or the last characters of an id. Its cost does not depend
 * on the size of the table.
 */
const keysStatement = (source: Source, companyId: number, readings: readonly QueryReading[]): Statement | undefined => {
  const values = new Values();
  values.add(companyId);
  const rangesSql = source.keys.flatMap(({ keyKind, expression, where }) => {
    if (keyKind === 'number') return [idRangesSql(source, values, readings)];
    const beginnings = unique(readings.flatMap(prefixesByKeyKind[keyKind]));
    const conditionSql = where ? `${where} and ` : '';
    const prefixSql =
      beginnings.length === 0 ? '' : prefixRangeSql(source, expression, conditionSql, values.add(beginnings));
    return keyKind === 'name'
      ? [prefixSql, initialsSql(source, expression, conditionSql, values, readings)]
      : [prefixSql];
  });
  const ids = rangesSql.filter(text => text !== '').join(' union ');
  if (ids === '') return undefined;
  const text = `select ${source.columns} from ${source.table.source} where company_id = $1 and ${source.where} and ${source.id} in (${ids})`;
  return { name: statementName(source, rangesSql), text, values: values.list };
};

const lexemeSql = (companyId: number, word: Word, end: ':*' | ''): string =>
  `(${[word.key, ...word.otherKeys].map(key => `'${companyId}:${key}'${end}`).join(' | ')})`;

const isNumber = ({ key }: Word): boolean => /\d/.test(key);

/** Words that the index searches. Too many texts begin with a short word, so short words only filter the found rows. */
const indexedWords = ({ words }: QueryReading): readonly Word[] =>
  words.filter(({ key }) => key.length >= wordLengthMin);

type SearchStage = 'words' | 'starts' | 'anywhere';

/**
 * Part of a search condition: `found` uses an index, `compared` checks the rows that the index found. They are
 * separate, because in one condition the trigrams would be computed for each row.
 */
type ConditionPart = 'found' | 'compared';

const stageCondition = (
  source: Source,
  companyId: number,
  reading: QueryReading,
  stage: SearchStage,
  part: ConditionPart,
  values: Values,
): string => {
  const end = stage === 'words' ? '' : ':*';
  const matchesWords = (words: readonly Word[]) =>
    `${source.lexemes} @@ ${values.add(words.map(word => lexemeSql(companyId, word, end)).join(' & '))}::tsquery`;
  const words = indexedWords(reading);
  // For a query of whole words the index reads the rarest word and skips through the others. For a query of prefixes it
  // must collect all matches.
  if (stage === 'words') return matchesWords(words);
  const textWords = words.filter(word => source.text !== undefined && (stage === 'anywhere' || isNumber(word)));
  const lexemeWords = words.filter(word => !textWords.includes(word));
  // The previous stage tried a single word as a prefix, so only the inside of words is searched now.
  const usesTextOnly = source.lexemes === undefined || (words.length === 1 && stage === 'anywhere');
  const conditions = textWords.map(word => {
    const key = values.add(word.key);
    const insideSql =
      part === 'found'
        ? `search_trigrams(${source.text}) @> search_trigrams_inside(${key})`
        : `${source.text} like '%' || ${key} || '%'`;
    return usesTextOnly ? insideSql : `(${insideSql} or ${matchesWords([word])})`;
  });
  if (lexemeWords.length > 0) conditions.push(matchesWords(lexemeWords));
  return conditions.join(' and ');
};

/**
 * Statement that finds records with every word of the query, in any order. A single word is not searched as a whole
 * word, because the prefix search includes it.
 */
const wordsStatement = (
  source: Source,
  companyId: number,
  readings: readonly QueryReading[],
  stage: SearchStage,
): Statement | undefined => {
  if ((stage === 'anywhere' ? source.text : source.lexemes) === undefined) return undefined;
  const values = new Values();
  values.add(companyId);
  const wordsMin = stage === 'words' ? 2 : 1;
  const usableReadings = readings.filter(reading => indexedWords(reading).length >= wordsMin);
  if (usableReadings.length === 0) return undefined;
  const parts = stage === 'words' ? (['found'] as const) : (['found', 'compared'] as const);
  const conditions = parts.map(
    part =>
      `(${usableReadings.map(each => `(${stageCondition(source, companyId, each, stage, part, values)})`).join(' or ')})`,
  );
  const text = `select ${source.columns} from ${source.table.source} where company_id = $1 and ${source.where}
    and ${conditions.join(' and ')} limit ${candidatesMax}`;
  return { text, values: values.list };
};

/** Statement that reads all rows of a table with only a few rows per company. */
const allRowsStatement = ({ columns, table, where }: Source, companyId: number): Statement => ({
  text: `select ${columns} from ${table.source} where company_id = $1 and ${where}`,
  values: [companyId],
});

/** Address of a record's own page, if it has one. */
const hitPath = ({ table: { resource }, recordId = 'id' }: Source, row: SearchRow): Pick<SearchHit, 'Path'> => {
  const Path = recordPath(resource, { Id: row[recordId] ?? '', ObjectId: row.object_id }, String(row.status));
  return Path === undefined ? {} : { Path };
};

/**
 * Values of a record that match a query word which does not occur in the displayed text of the hit. At most one value
 * for each query word.
 */
const matchesNotShown = (shownText: string, fields: readonly Field[], { words }: QueryReading): string[] =>
  words
    .map(word => ({ words: [word], key: '', keys: [], initials: [], initialsOfLongerName: [], names: [], phones: [] }))
    .filter(oneWordReading => findMarks(shownText, oneWordReading).length === 0)
    .flatMap(alone => fields.find(({ value }) => findMarks(value, alone).length > 0)?.value ?? []);

/** A hit for display, including the matching values that are not always shown. */
const presentHit = (
  source: Source,
  row: SearchRow,
  { field, reading: readingIndex }: Fit,
  readings: readonly QueryReading[],
  locale: Locale,
): SearchHit => {
  const { about, ...title } = source.display(row);
  const phones = fieldsOf(source, row).flatMap(each => (each.role === 'phone' ? each.value : []));
  const localText = (value: string) => (phones.includes(value) ? withExtensionWord(value, locale) : value);
  const reading = readings[readingIndex] as QueryReading;
  const alwaysShown = [title.Title, ...about];
  const matchingValues = field
    ? [field.value]
    : matchesNotShown(alwaysShown.join(' · '), fieldsOf(source, row), reading);
  const additionalValues = [...new Set(matchingValues)].filter(value => !alwaysShown.includes(value));
  // The matching values come first, because a narrow screen cuts off the end of the line.
  const Subtitle = [...additionalValues, ...about]
    .filter(part => part !== '')
    .map(localText)
    .join(' · ');
  return {
    Kind: source.kind,
    Id: String(row.id),
    ...(typeof row.object_id === 'string' && { ObjectId: row.object_id }),
    ...title,
    ...hitPath(source, row),
    Subtitle,
    TitleMarks: findMarks(title.Title, reading),
    SubtitleMarks: findMarks(Subtitle, reading),
  };
};

interface Match {
  readonly row: SearchRow;
  readonly fit: Fit;
}

const readRows = async (read: QueryRunner, statement: Statement | undefined): Promise<SearchRow[]> =>
  statement ? read<SearchRow>(statement) : [];

const compareAge = ({ newestFirst }: Source, one: SearchRow, other: SearchRow): number =>
  (Number(one.id) - Number(other.id)) * (newestFirst ? -1 : 1);

const mergeMatches = (
  source: Source,
  knownMatches: readonly Match[],
  rows: Iterable<SearchRow>,
  readings: readonly QueryReading[],
): Match[] => {
  const matchesById = new Map(knownMatches.map(each => [each.row.id, each]));
  for (const row of rows) {
    const fit = matchesById.has(row.id) ? undefined : findFit(fieldsOf(source, row), readings);
    if (fit) matchesById.set(row.id, { row, fit });
  }
  return [...matchesById.values()].sort(
    (one, other) => compareFits(one.fit, other.fit) || compareAge(source, one.row, other.row),
  );
};

const searchByKeys =
  (read: QueryRunner, companyId: number, readings: readonly QueryReading[]) =>
  async (source: Source): Promise<Match[]> => {
    const statement = source.readsAllRows
      ? allRowsStatement(source, companyId)
      : keysStatement(source, companyId, readings);
    return mergeMatches(source, [], await readRows(read, statement), readings);
  };

/**
 * Searches a table by words, unless the search by identifiers has already found enough hits. The search for prefixes
 * and then for parts of words follows only while hits are missing.
 */
const searchByWords =
  (read: QueryRunner, companyId: number, readings: readonly QueryReading[], limit: number) =>
  async (source: Source, knownMatches: readonly Match[] = []): Promise<readonly Match[]> => {
    let matches = knownMatches;
    for (const stage of ['words', 'starts', 'anywhere'] as const) {
      if (matches.length >= limit) break;
      const rows = await readRows(read, wordsStatement(source, companyId, readings, stage));
      matches = mergeMatches(source, matches, rows, readings);
    }
    return matches;
  };

const bestTier = (matches: readonly Match[]): number => matches[0]?.fit.tier ?? tiers.substring;
/** Indexes of the interpretations of the query (`readings`) that some record matches exactly. */
const exactReadings = (matches: readonly Match[]): readonly number[] =>
  matches.filter(({ fit }) => fit.tier === tiers.exact).map(({ fit }) => fit.reading);

/** Returns all hits that the caller may see: the best groups first, and in each group the best hits first. */
export const search = async (
  context: Pick<Context, 'reads' | 'registry'>,
  caller: Caller,
  { q, hitsMax, locale }: { readonly q: string; readonly hitsMax: number; readonly locale: Locale },
): Promise<SearchAnswer> => {
  const readings = parseQuery(q);
  if (readings.length === 0) return { Groups: [] };
  const textCount = searchTexts(q).length;
  // A pasted list of numbers shows a hit for each number.
  const limit = Math.max(hitsMax, textCount);
  const sources = readableSources(context.registry, caller.roles);
  const read = createQueryRunner(context, caller);
  let groups: (readonly Match[])[] = await Promise.all(sources.map(searchByKeys(read, caller.companyId, readings)));
  // Searches by words only if a typed number or name has no exact match, because a search by words is expensive.
  if (new Set(groups.flatMap(exactReadings)).size < textCount) {
    const searchSource = searchByWords(read, caller.companyId, readings, limit);
    groups = await Promise.all(sources.map((source, at) => searchSource(source, groups[at])));
  }
  return {
    Groups: sources
      .map((source, at) => ({ source, found: (groups[at] ?? []).slice(0, limit) }))
      .filter(({ found }) => found.length > 0)
      .sort((one, other) => bestTier(one.found) - bestTier(other.found))
      .map(({ source, found }) => ({
        Kind: source.kind,
        Items: found.map(({ row, fit }) => presentHit(source, row, fit, readings, locale)),
      })),
  };
};

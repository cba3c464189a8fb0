import { uniformSpelling } from '../../../src/schema/kinds/plain.ts';
import { escapeLike } from '../../db/sqlText.ts';
import { wordsOf } from '../search/matching/keys.ts';
import { searchTexts } from '../search/matching/queryText.ts';
import { type Spellings, waysToFind } from '../search/matching/ways.ts';
import { beginningOf, firstWordOf, parseQuery } from '../search/tsQuery.ts';
import { columnOf, isTextColumn, type Table } from './define.ts';
import { type Condition, equals } from './statement.ts';

/**
 * Whether the text has three letters or digits in a row, ignoring blanks and punctuation. A text without a trigram
 * gains nothing from the trigram index.
 */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text.replace(/[ \-.,()+/]/g, ''));

/** Whether the text has two neighbouring characters that are not both digits, ignoring blanks and punctuation. */
const hasPair = (text: string): boolean => {
  const codes = [...text.replace(/[ \-.,()+/]/g, '')].map(letter => letter.codePointAt(0) ?? 0);
  return codes.some((code, at) => at > 0 && Math.max(code, codes[at - 1] ?? 0) > 57);
};

/**
 * Returns a condition with which an index narrows down the rows that may contain a text. Undefined if no index helps.
 * The rows are compared with the text afterwards.
 */
type IndexCondition = (value: string) => Condition | undefined;

/** Narrows down the rows with the index of trigrams or of letter pairs. */
const indexCondition =
  ({ index }: Table): IndexCondition =>
  value => {
    if (hasTrigram(value))
      return values => `search_trigrams(search) @> search_trigrams_inside(search_key(${values.add(value)}))`;
    return index?.letterPairs && hasPair(value)
      ? values => `search_pairs(search) @> search_pairs(search_key(${values.add(value)}))`
      : undefined;
  };

const fullWidthSigns = /[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]/g;
/** Whether a text consists only of blanks and punctuation, which its search key leaves out. */
const isPunctuation = (text: string): boolean =>
  /^[ \-.,()+/№]*$/.test(uniformSpelling(text.replace(fullWidthSigns, '')));

/**
 * Condition: the column matches the pattern made from `value`. The statement is unnamed, so PostgreSQL plans it for
 * this text and computes the text's key once. A generic plan would compute the key for every row. A text of punctuation
 * alone has an empty key, which would match every row. Such a text is compared without a key.
 */
export const matchesPattern =
  (column: string, value: string, pattern: (text: string) => string): Condition =>
  values =>
    isPunctuation(value)
      ? `${column} like ${pattern(values.add(escapeLike(uniformSpelling(value))))}`
      : `search_key(${column}) like ${pattern(`search_key(${values.add(escapeLike(value))})`)}`;

const containsPattern = (text: string): string => `'%' || ${text} || '%'`;

/**
 * Condition: the row's search text contains `value`. The search text is stored normalised by the SQL function
 * search_key(), so `value` is normalised too.
 */
const containsSearchKey =
  (value: string): Condition =>
  values =>
    `search like ${containsPattern(`search_key(${values.add(escapeLike(value))})`)}`;

export const joinConditions =
  (conditions: readonly Condition[], connective: 'and' | 'or'): Condition =>
  values =>
    `(${conditions.map(condition => condition(values)).join(` ${connective} `)})`;

const isDefined = (condition: Condition | undefined): condition is Condition => condition !== undefined;

/** Adds a condition that uses an index to a comparison with the search text of the list's rows. */
export const withIndexCondition = (table: Table, text: string, comparison: Condition): Condition =>
  joinConditions([indexCondition(table)(text), comparison].filter(isDefined), 'and');

const hasWords =
  (expression: string, pattern: string): Condition =>
  values =>
    `search_words(${expression}) ~ ${values.add(`(^| )${pattern}`)}`;

const patronymicEnd = '([Ии][Чч]|[ВвЧч][Нн][Аа])';
/**
 * SQL condition: a text may contain a double surname, with a dash or with a blank. After a blank, a third word that is
 * no patronymic shows it. Cheaper than comparing the words of every text.
 */
const hasDoubleName = (expression: string): string =>
  `${expression} ~ '[^0-9 -]([-‐‑–—][^0-9 -]| [^0-9 .]{2,} (?![^ ]*${patronymicEnd}( |$))[^0-9 ]{2})'`;

/** One way to find a text: texts that a row must contain, each in one of its spellings, and further conditions. */
interface Alternative {
  readonly parts: readonly Spellings[];
  readonly conditions?: readonly Condition[];
}

/**
 * Returns the ways to find a family name with initials (`Дроздова А.Б.`) in an SQL expression. The family name may be
 * the first part of a double one.
 */
const initialsAlternatives = (text: string, expression: string): readonly Alternative[] =>
  parseQuery(text).flatMap(({ initials, initialsOfLongerName }) => [
    ...initials.map(pattern => ({ parts: [[beginningOf(pattern)]], conditions: [hasWords(expression, pattern)] })),
    ...initialsOfLongerName.map(pattern => ({
      parts: [[firstWordOf(pattern)]],
      conditions: [() => hasDoubleName(expression), hasWords(expression, pattern)],
    })),
  ]);

/** Maximum number of index scans for one way to find a text. More take longer than the comparison of the found rows. */
const scansMax = 6;

/**
 * Returns the index conditions of a way: one for each combination of the spellings of its longest parts. PostgreSQL
 * scans an index for all parts at once only if a condition has no `or` within an `and`.
 */
const indexConditionsOf = (parts: readonly Spellings[], indexCondition: IndexCondition): readonly Condition[] => {
  let combinations: readonly (readonly Condition[])[] = [[]];
  for (const spellings of [...parts].sort((a, b) => (b[0] ?? '').length - (a[0] ?? '').length)) {
    const conditions = spellings.map(indexCondition).filter(isDefined);
    if (conditions.length < spellings.length || combinations.length * conditions.length > scansMax) continue;
    combinations = combinations.flatMap(combination => conditions.map(condition => [...combination, condition]));
  }
  return combinations.filter(each => each.length > 0).map(each => joinConditions(each, 'and'));
};

/**
 * Condition: one of the alternatives is true. Index conditions are separate from comparisons. Combined in one
 * alternative, the trigrams would be computed again for each row. If one alternative has no index, all rows are read
 * anyway. So the index conditions of the others are left out.
 */
const isAnyOf = (
  alternatives: readonly Alternative[],
  indexCondition: IndexCondition,
  contains: (part: string) => Condition,
): Condition => {
  const indexConditions = alternatives
    .map(({ parts }) => indexConditionsOf(parts, indexCondition))
    .filter(each => each.length > 0);
  const comparison = joinConditions(
    alternatives.map(({ parts, conditions = [] }) =>
      joinConditions([...parts.map(part => joinConditions(part.map(contains), 'or')), ...conditions], 'and'),
    ),
    'or',
  );
  return indexConditions.length === alternatives.length
    ? joinConditions([joinConditions(indexConditions.flat(), 'or'), comparison], 'and')
    : comparison;
};

/** Condition: the column contains the text. If the text is a family name with initials, a matching name is enough. */
export const containsText = (table: Table, column: string, text: string, isSearched: boolean): Condition =>
  isAnyOf(
    [{ parts: [[text]] }, ...initialsAlternatives(text, column)],
    isSearched ? indexCondition(table) : () => undefined,
    part => matchesPattern(column, part, containsPattern),
  );

/** Condition: the row's title has the same words as `title`. Latin and Cyrillic letters that look alike are equal. */
export const hasTitle = (table: Table, column: string, title: string): Condition => {
  const { list, title: titleField } = table.resource;
  const condition: Condition = values => `search_words(${column}) = ${values.add(wordsOf(title).join(' '))}`;
  // The search index covers only the fields of the list's search.
  return list.search?.includes(titleField) ? withIndexCondition(table, title, condition) : condition;
};

/** Columns of the texts that the list's search covers, in their original spelling. */
const searchedColumns = (table: Table): readonly string[] => {
  const { list, fields } = table.resource;
  return (list.search ?? []).flatMap(name => {
    const field = fields[name];
    return field && isTextColumn(field) ? [columnOf(table, name, field)] : [];
  });
};

const searchedTextSql = (table: Table): string | undefined => {
  const columns = searchedColumns(table);
  return columns.length === 0 ? undefined : `concat_ws(' ', ${columns.join(', ')})`;
};

/** Whether the rows have a search text of their own. Otherwise only another table finds them. */
export const hasOwnSearch = (table: Table): boolean =>
  Boolean(table.resource.list.search?.length) && (!table.searchedThrough || searchedColumns(table).length > 0);

/** Condition: a record of the other table satisfies the conditions and belongs to the row. Undefined without such a table. */
const belongsToFound = (
  { searchedThrough }: Table,
  companyId: number,
  conditionsOf: (table: Table) => readonly (Condition | undefined)[],
): Condition | undefined => {
  if (!searchedThrough) return undefined;
  const { column, otherColumn, where } = searchedThrough;
  const table = searchedThrough.table();
  const conditions = conditionsOf(table);
  if (!conditions.every(isDefined)) return undefined;
  const found = joinConditions([equals(table.companyColumn, companyId), ...conditions, () => where ?? 'true'], 'and');
  return values => `${column} in (select ${otherColumn} from ${table.source} where ${found(values)})`;
};

/** SQL: whether a searched column of the row is exactly one of the keys. Undefined if no column holds a text. */
const hasSearchedCode = (table: Table, keys: readonly string[]): Condition | undefined => {
  const columns = searchedColumns(table);
  if (columns.length === 0) return undefined;
  // Lengths are compared first, because computing the keys of many found texts takes time. A text may have a separator
  // after each character, and two more characters that a key leaves out, such as invisible ones.
  const lengths = keys.map(({ length }) => length);
  const [min, max] = [Math.min(...lengths), Math.max(...lengths)];
  return values => {
    const keysSql = `${values.add(keys)}::text[]`;
    const matches = columns.map(
      column => `when length(${column}) <= ${2 * max + 2}
        and length(translate(${column}, ' -./,()+№', '')) between ${min} and ${max + 2}
        and search_key(${column}) = any(${keysSql}) then true`,
    );
    return `case ${matches.join(' ')} else false end`;
  };
};

/**
 * Condition: a searched column is exactly the number or code of the search, however it is spaced. Such rows stand first
 * in a list. Undefined if the search has no digit, because names are never exact.
 */
export const equalsSearchedCode = (table: Table, text: string, companyId: number): Condition | undefined => {
  const keys = [
    ...new Set(searchTexts(text).flatMap(each => parseQuery(each).flatMap(reading => reading.keys))),
  ].filter(key => /\d/.test(key));
  if (keys.length === 0) return undefined;
  const conditions = [
    hasSearchedCode(table, keys),
    belongsToFound(table, companyId, other => [ownSearch(other, text), hasSearchedCode(other, keys)]),
  ].filter(isDefined);
  return conditions.length === 0 ? undefined : joinConditions(conditions, 'or');
};

const ownSearch = (table: Table, text: string): Condition => {
  const searchedSql = searchedTextSql(table);
  if (isPunctuation(text)) return matchesPattern(searchedSql ?? "''", text, containsPattern);
  const alternatives = [
    ...waysToFind(text).map(({ parts, wordStarts = [] }) => ({
      parts,
      conditions: wordStarts.map(each => hasWords(searchedSql ?? "''", `(?:${each.join('|')})`)),
    })),
    ...(searchedSql === undefined ? [] : initialsAlternatives(text, searchedSql)),
  ];
  return isAnyOf(alternatives, indexCondition(table), containsSearchKey);
};

/**
 * Condition: the global search would find the row. It compares the text itself, its words in any order and alphabet,
 * and a phone with or without country code. It also compares the text typed in the other keyboard layout, and each of
 * several numbers. A row is also found by a record of `searchedThrough`. Both ways are united as ids, because
 * PostgreSQL uses no index for two conditions joined by `or`.
 */
export const matchesSearch = (table: Table, text: string, companyId: number): Condition => {
  const through = belongsToFound(table, companyId, other => [ownSearch(other, text)]);
  if (!through) return ownSearch(table, text);
  if (!hasOwnSearch(table)) return through;
  const own = ownSearch(table, text);
  const idsWhere = (condition: Condition): Condition => {
    const where = joinConditions([equals(table.companyColumn, companyId), condition], 'and');
    return values => `select id from ${table.source} where ${where(values)}`;
  };
  return values => `id in (${idsWhere(own)(values)} union ${idsWhere(through)(values)})`;
};

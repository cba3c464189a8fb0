import { plain } from '../../../src/schema/kinds/plain.ts';
import { escapeLike } from '../../db/sqlText.ts';
import { wordsOf } from '../search/matching/keys.ts';
import { waysTo } from '../search/matching/ways.ts';
import { readQuery } from '../search/tsQuery.ts';
import { columnOf, isTextColumn, type Table } from './define.ts';
import type { Condition } from './statement.ts';

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
type Narrowing = (value: string) => Condition | undefined;

/** Narrows down the rows with the index of trigrams or of letter pairs. */
const bySearch =
  ({ index }: Table): Narrowing =>
  value => {
    if (hasTrigram(value))
      return values => `search_trigrams(search) @> search_trigrams_inside(search_key(${values.add(value)}))`;
    return index?.letterPairs && hasPair(value)
      ? values => `search_pairs(search) @> search_pairs(search_key(${values.add(value)}))`
      : undefined;
  };

const wideSigns = /[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]/g;
/** Whether a text consists only of blanks and punctuation, which its search key leaves out. */
const isSigns = (text: string): boolean => /^[ \-.,()+/№]*$/.test(plain(text.replace(wideSigns, '')));

/**
 * Condition: the column matches the pattern made from `value`. The statement is unnamed, so PostgreSQL plans it for
 * this text and computes the text's key once. A generic plan would compute the key for every row. A text of punctuation
 * alone has an empty key, which would match every row. Such a text is compared without a key.
 */
export const isLike =
  (column: string, value: string, pattern: (text: string) => string): Condition =>
  values =>
    isSigns(value)
      ? `${column} like ${pattern(values.add(escapeLike(plain(value))))}`
      : `search_key(${column}) like ${pattern(`search_key(${values.add(escapeLike(value))})`)}`;

const containing = (text: string): string => `'%' || ${text} || '%'`;

/**
 * Condition: the row's search text contains `value`. The search text is stored normalised by the SQL function
 * search_key(), so `value` is normalised too.
 */
const holdsKey =
  (value: string): Condition =>
  values =>
    `search like ${containing(`search_key(${values.add(escapeLike(value))})`)}`;

export const joined =
  (conditions: readonly Condition[], word: 'and' | 'or'): Condition =>
  values =>
    `(${conditions.map(condition => condition(values)).join(` ${word} `)})`;

const isThere = (condition: Condition | undefined): condition is Condition => condition !== undefined;

/** Adds the index condition to a comparison with the list's search text. */
export const narrowed = (table: Table, text: string, compared: Condition): Condition =>
  joined([bySearch(table)(text), compared].filter(isThere), 'and');

const beginningOf = (pattern: string): string => pattern.replace(/ (.).*$/u, '$1');

/** Returns word patterns for a text that is a family name with initials, such as `Дроздова А.Б.`. */
const initialsIn = (text: string): readonly string[] => readQuery(text).flatMap(({ initials }) => initials);

const hasWords =
  (expression: string, pattern: string): Condition =>
  values =>
    `search_words(${expression}) ~ ${values.add(`(^| )${pattern}`)}`;

/** Condition: the column contains the text. If the text is a family name with initials, a matching name is enough. */
export const containsText = (table: Table, column: string, text: string, searched: boolean): Condition => {
  const either = [text, ...initialsIn(text)].map((each, at) => {
    const beginning = at === 0 ? text : beginningOf(each);
    const parts = [isLike(column, beginning, containing), ...(at === 0 ? [] : [hasWords(column, each)])];
    const compared = joined(parts, 'and');
    return searched ? narrowed(table, beginning, compared) : compared;
  });
  return either.length === 1 ? (either[0] as Condition) : joined(either, 'or');
};

/** Condition: the row's title has the same words as `title`. Latin and Cyrillic letters that look alike are equal. */
export const isTitled = (table: Table, column: string, title: string): Condition =>
  narrowed(table, title, values => `search_words(${column}) = ${values.add(wordsOf(title).join(' '))}`);

/**
 * SQL for all texts of a row that the list's search covers, in their original spelling. Undefined if it covers no text.
 */
const searchedText = (table: Table): string | undefined => {
  const { list, fields } = table.resource;
  const columns = (list.search ?? []).flatMap(name => {
    const field = fields[name];
    return field && isTextColumn(field) ? [columnOf(table, name, field)] : [];
  });
  return columns.length === 0 ? undefined : `concat_ws(' ', ${columns.join(', ')})`;
};

/** Builds conditions that find a family name with initials (`Дроздова А.Б.`) in the columns of the list's search. */
const byInitials = (table: Table, text: string): readonly Condition[] => {
  const whole = searchedText(table);
  if (whole === undefined) return [];
  return initialsIn(text).map(pattern => {
    const beginning = beginningOf(pattern);
    const compared = [holdsKey(beginning), hasWords(whole, pattern)];
    return joined([bySearch(table)(beginning), ...compared].filter(isThere), 'and');
  });
};

/**
 * Condition: the global search would find the row. It compares the text itself, its words in any order and alphabet,
 * and a phone with or without country code. It also compares the text typed in the other keyboard layout, and each of
 * several numbers. Index conditions are separate from comparisons. Combined in one alternative, the trigrams would be
 * computed again for each row.
 */
export const isFound = (table: Table, text: string): Condition => {
  if (isSigns(text)) return isLike(searchedText(table) ?? "''", text, containing);
  const ways = waysTo(text);
  const either = (of: (part: string) => Condition | undefined): readonly Condition[] =>
    ways
      .map(parts => parts.map(of).filter(isThere))
      .filter(parts => parts.length > 0)
      .map(parts => joined(parts, 'and'));
  const narrow = either(bySearch(table));
  const compared = joined(either(holdsKey), 'or');
  // If one way to find the text has no index, all rows are read anyway. Then the other ways need no index either.
  const found = narrow.length === ways.length ? joined([joined(narrow, 'or'), compared], 'and') : compared;
  const named = byInitials(table, text);
  return named.length === 0 ? found : joined([found, ...named], 'or');
};

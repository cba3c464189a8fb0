import { holdsOne } from '../../src/contract/access.ts';
import { usualPageSize } from '../../src/contract/limits.ts';
import type { Field } from '../../src/kinds/field.ts';
import {
  type FilterParameter,
  filterParameters,
  type Period,
  periods,
  sortableFields,
} from '../../src/resources/filters.ts';
import type { Caller } from '../context.ts';
import { escapeLike } from '../db/sqlText.ts';
import { readQuery } from '../domain/search-query.ts';
import { invalid } from '../errors.ts';
import { columnOf, isTextKind, mayBeNull, type Query, type Table } from './define.ts';
import { type Condition, equals, holdsOneOf, isOneOf, type ListQuestion, orderBy, type Sort } from './statement.ts';

/** Trigrams are made of three letters or digits in a row; without them the index only costs. */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text.replace(/[ \-.,()+/]/g, ''));

/** Two characters in a row, of those that the key keeps, and not both of them digits (migration 031). */
const hasPair = (text: string): boolean => {
  const codes = [...text.replace(/[ \-.,()+/]/g, '')].map(letter => letter.codePointAt(0) ?? 0);
  return codes.some((code, at) => at > 0 && Math.max(code, codes[at - 1] ?? 0) > 57);
};

/** What an index finds of the rows that contain a text, or nothing; the text itself is compared afterwards. */
type Narrowing = (value: string) => Condition | undefined;

/** Trigrams (migration 072), or pairs of letters (migration 031). */
const bySearch =
  ({ pairs }: Table): Narrowing =>
  value => {
    if (hasTrigram(value))
      return values => `search_trigrams(search) @> search_trigrams_inside(search_key(${values.add(value)}))`;
    return pairs && hasPair(value)
      ? values => `search_pairs(search) @> search_pairs(search_key(${values.add(value)}))`
      : undefined;
  };

/**
 * Rows whose `key` is like a text. The statement is unnamed, so that it is planned for the text and computes its key
 * once; a generic plan would do so for every row.
 */
const isLike =
  (key: string, value: string, pattern: (text: string) => string): Condition =>
  values =>
    `${key} like ${pattern(`search_key(${values.add(escapeLike(value))})`)}`;

const contains = (key: string, value: string): Condition => isLike(key, value, text => `'%' || ${text} || '%'`);

const joined =
  (conditions: readonly Condition[], word: 'and' | 'or'): Condition =>
  values =>
    `(${conditions.map(condition => condition(values)).join(` ${word} `)})`;

const isThere = (condition: Condition | undefined): condition is Condition => condition !== undefined;

/** Fewer digits of a phone are any number's, and fewer characters typed in the other keyboard layout any word's. */
const shortestPhone = 7;
const shortestOther = 3;

/** Ways to find a text, each of them parts that are all contained: the text, its words in any order, in other spellings. */
const waysTo = (text: string): readonly (readonly string[])[] => {
  const readings = readQuery(text).filter(({ key }, at) => at === 0 || key.length >= shortestOther);
  const ways = readings.flatMap(({ words, key, keys, phones }, at) => [
    ...keys.filter((_, which) => at + which > 0).map(each => [each]),
    ...phones.filter(({ length }) => length >= shortestPhone).map(phone => [phone]),
    // Typed with 8, which stands for +7: its first digits are enough.
    ...phones.filter(phone => key === `8${phone}`).map(phone => [`7${phone}`]),
    // Of parts of a plate every row has some.
    ...(words.length > 1 && words.every(each => each.key.length >= shortestOther) ? [words.map(each => each.key)] : []),
  ]);
  return [[text], ...ways];
};

/**
 * What the header's search would find: the text as it stands; its words in any order and alphabet; a phone with or without
 * its country; the same typed in the other keyboard layout. What an index answers stands apart from what is compared: as
 * parts of one alternative its trigrams would be made again of each row.
 */
const isFound = (table: Table, text: string): Condition => {
  const ways = waysTo(text);
  const either = (of: (part: string) => Condition | undefined): readonly Condition[] =>
    ways
      .map(parts => parts.map(of).filter(isThere))
      .filter(parts => parts.length > 0)
      .map(parts => joined(parts, 'and'));
  const narrow = either(bySearch(table));
  const compared = joined(
    either(part => contains('search', part)),
    'or',
  );
  // One way that no index helps with reads all rows, which does for the others too.
  return narrow.length === ways.length ? joined([joined(narrow, 'or'), compared], 'and') : compared;
};

/** Rows whose moment or day lies within a period that moves with today. */
const isWithin =
  (column: string, type: FilterParameter['type'], period: Period, { companyId, nowIso }: Moving): Condition =>
  values => {
    const { unit, from, to } = periods[period];
    const zone = `(select time_zone from company where id = ${values.add(companyId)}::bigint)`;
    const now = values.add(nowIso);
    const bound = (offset: number) => {
      const local = `date_trunc('${unit}', ${now}::timestamptz at time zone ${zone}) + interval '${offset} ${unit}'`;
      return type === 'day' ? `(${local})::date` : `(${local}) at time zone ${zone}`;
    };
    return `${column} >= ${bound(from)} and ${column} < ${bound(to)}`;
  };

/** By what a period is told from today: whose day it is, and when. */
interface Moving {
  readonly companyId: number;
  readonly nowIso: string;
}

const isEmpty =
  (column: string, { kind, idField }: Field, empty: boolean): Condition =>
  () => {
    // A missing text is the empty one, or null where the column is computed.
    const missing = isTextKind(kind) && !idField ? `coalesce(${column}::text, '') = ''` : `${column} is null`;
    return empty ? missing : `not (${missing})`;
  };

const negated =
  (condition: Condition): Condition =>
  values =>
    `(${condition(values)}) is not true`;

const conditionOf = (
  column: string,
  { field: name, comparison, type }: FilterParameter,
  value: unknown,
  table: Table,
  moving: Moving,
): Condition => {
  const text = String(value);
  const { list, fields } = table.resource;
  const narrowed = list.search?.includes(name) ? bySearch(table)(text) : undefined;
  const found = (compared: Condition) => joined([narrowed, compared].filter(isThere), 'and');
  const key = `search_key(${column})`;
  const several = (): Condition => {
    const each = text.split(',');
    if (fields[name]?.many) return holdsOneOf(column, each);
    return type === 'number' ? isOneOf(column, each.map(Number), 'bigint') : isOneOf(column, each, 'text');
  };
  switch (comparison) {
    case 'contains':
      return found(contains(key, text));
    case 'begins':
      return found(isLike(key, text, each => `${each} || '%'`));
    case 'equals':
      return found(isLike(key, text, each => each));
    case 'isNot':
      return negated(isLike(key, text, each => each));
    case 'oneOf':
      return several();
    case 'noneOf':
      return negated(several());
    case 'from':
      return values => `${column} >= ${values.add(value)}`;
    case 'to':
      return values => `${column} <= ${values.add(value)}`;
    case 'within':
      return isWithin(column, type, value as Period, moving);
    case 'is':
      return equals(column, value);
    case 'empty':
      return isEmpty(column, fields[name] as Field, value === true);
  }
};

const sortOf = (table: Table, sort: string): Sort => {
  const [, name = '', direction = ''] = /^(\w+)-(asc|desc)$/.exec(sort) ?? [];
  const allowed = sortableFields(table.resource);
  if (!allowed.includes(name)) {
    const values = { values: allowed.map(each => `${each}-asc, ${each}-desc`).join(', ') };
    throw invalid({ field: 'sort', message: 'unknownSort', values });
  }
  const field = table.resource.fields[name] as Field;
  // What is computed for the asked month or the like is ordered by its name.
  const column = table.orders?.[name] ?? (columnOf(table, name, field) || `"${name}"`);
  return { column, direction: direction as Sort['direction'], nullable: mayBeNull(field) };
};

/** Filters and search of the caller. */
const chosenOf = (table: Table, query: Query, moving: Moving): readonly Condition[] => {
  const { resource } = table;
  const filters = filterParameters(resource).flatMap(parameter => {
    const value = query[parameter.name];
    if (value === undefined) return [];
    const column = columnOf(table, parameter.field, resource.fields[parameter.field] as Field);
    return [conditionOf(column, parameter, value, table, moving)];
  });
  const search = String(query.search ?? '').trim();
  return [
    ...filters,
    ...(query.ids === undefined ? [] : [isOneOf('id', String(query.ids).split(',').map(Number), 'bigint')]),
    ...(search ? [isFound(table, search)] : []),
  ];
};

/** The rows of a table that a company has: every statement on a described table begins with these. */
export const companyRows = ({ resource, where, companyColumn = 'company_id' }: Table, companyId: number) => [
  ...(resource.shared ? [] : [equals(companyColumn, companyId)]),
  ...(where ? [() => where] : []),
];

/** Who is asked for the rows, as far as it decides which there are. */
export type RowReader = Pick<Caller, 'companyId' | 'accountId' | 'roles'>;

/** Column of the author and the account that has to stand in it, where rows are their author's alone. */
export const authorOf = (
  { resource, columns }: Table,
  { roles, accountId }: RowReader,
): readonly [column: string, accountId: number] | undefined => {
  const { authorOnly } = resource;
  return authorOnly && !holdsOne(roles, authorOnly.except) ? [columns[authorOnly.field] ?? '', accountId] : undefined;
};

/** The rows of a table that somebody may see. */
const rowsFor = (table: Table, reader: RowReader): readonly Condition[] => {
  const author = authorOf(table, reader);
  return [...companyRows(table, reader.companyId), ...(author ? [equals(...author)] : [])];
};

/** Whether every change of its rows has a number among the company's (db/change.ts). */
const isNumbered = ({ resource, counted, touched, companyColumn }: Table): boolean =>
  !resource.shared && !counted && !touched && companyColumn === undefined;

/** A list of a split resource, or several of them as one. */
export type Bucket = string | readonly string[];

const inBucket = (column: string, bucket: Bucket): Condition =>
  typeof bucket === 'string' ? equals(column, bucket) : isOneOf(column, bucket, 'text');

/** What a table call asks for, as the description of its resource allows it. `row`: the columns that are read of the table. */
export const tableQuestion = (
  table: Table,
  reader: RowReader,
  bucket: Bucket | undefined,
  query: Query,
  nowIso: string,
  row = table.select.row,
): ListQuestion => {
  const { resource } = table;
  const { companyId } = reader;
  const sort = String(query.sort ?? resource.list.sort);
  const by = sortOf(table, sort);
  const visible = rowsFor(table, reader);
  const chosen = chosenOf(table, query, { companyId, nowIso });
  const whole = chosen.length === 0 && !resource.authorOnly;
  const limit = Number(query.pageSize ?? usualPageSize);
  const asked = table.asked?.({ query, companyId, nowIso });
  const computed = Object.entries(asked?.columns ?? {});
  return {
    select: values => [row, ...computed.map(([name, sql]) => `${sql(values)} as "${name}"`)].join(', '),
    from: asked?.from ?? table.from,
    beside: table.presented,
    ...(asked?.from && { workedOut: true }),
    where: [
      ...visible,
      ...(asked?.where ?? []),
      ...(table.bucket && bucket !== undefined ? [inBucket(table.bucket, bucket)] : []),
      ...chosen,
    ],
    order: orderBy(by),
    limit,
    offset: (Number(query.page ?? 1) - 1) * limit,
    // Whole lists are few: a table, an order. With filters there is no end of shapes, and each plan takes tens of kB.
    ...(whole && !asked && typeof bucket !== 'object' && { name: `list_${resource.name}_${sort}` }),
    // Of what all companies share no company keeps the number.
    ...(whole &&
      !resource.shared &&
      !table.counted && { counter: { companyId, list: resource.name, bucket: bucket ?? '' } }),
    ...(!asked && isNumbered(table) && { numbered: { companyId, sort: by, searched: Boolean(query.search), visible } }),
  };
};

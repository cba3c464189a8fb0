import { holdsOne } from '../../src/contract/access.ts';
import { usualPageSize } from '../../src/contract/limits.ts';
import type { Field } from '../../src/kinds/field.ts';
import type { Resource } from '../../src/resources/define.ts';
import { type FilterParameter, filterParameters, sortableFields } from '../../src/resources/filters.ts';
import type { Caller } from '../context.ts';
import { escapeLike } from '../db/sqlText.ts';
import { invalid } from '../errors.ts';
import { columnOf, mayBeNull, type Query, type Table } from './define.ts';
import { type Condition, equals, holdsOneOf, isOneOf, type ListQuestion } from './statement.ts';

/** Trigrams are made of three letters or digits in a row; without them the index only costs. */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text.replace(/[ \-.,()+/]/g, ''));

/** Trigrams are made of the fold (migration 008); the text itself is compared afterwards. */
const byTrigrams = (text: string): string =>
  `search_fold(search) like '%' || search_fold(search_key(${text})) || '%' and `;

/**
 * Rows whose `key` contains a text. The statement is unnamed, so that it is planned for the text and computes its key
 * once; a generic plan would do so for every row.
 */
const contains =
  (key: string, value: string, inSearch: boolean): Condition =>
  values => {
    const text = values.add(escapeLike(value));
    return `${inSearch && hasTrigram(value) ? byTrigrams(text) : ''}${key} like '%' || search_key(${text}) || '%'`;
  };

const conditionOf = (
  column: string,
  { field, comparison, type }: FilterParameter,
  value: unknown,
  { list, fields }: Resource,
): Condition => {
  switch (comparison) {
    case 'contains':
      return contains(`search_key(${column})`, String(value), list.search?.includes(field) === true);
    case 'oneOf': {
      const several = String(value).split(',');
      if (fields[field]?.many) return holdsOneOf(column, several);
      return type === 'number' ? isOneOf(column, several.map(Number), 'bigint') : isOneOf(column, several, 'text');
    }
    case 'from':
      return values => `${column} >= ${values.add(value)}`;
    case 'to':
      return values => `${column} <= ${values.add(value)}`;
    case 'is':
      return equals(column, value);
  }
};

const orderOf = (table: Table, sort: string): string => {
  const [, name = '', direction = ''] = /^(\w+)-(asc|desc)$/.exec(sort) ?? [];
  const allowed = sortableFields(table.resource);
  if (!allowed.includes(name)) {
    const values = { values: allowed.map(each => `${each}-asc, ${each}-desc`).join(', ') };
    throw invalid({ field: 'sort', message: 'unknownSort', values });
  }
  const field = table.resource.fields[name] as Field;
  // Rows without a value come last in either direction. Only where there can be any, since `nulls last` prevents the
  // use of a plain index.
  const nulls = mayBeNull(field) ? ' nulls last' : '';
  // What is computed for the asked month or the like is ordered by its name.
  return `${columnOf(table, name, field) || `"${name}"`} ${direction}${nulls}, id ${direction}`;
};

/** Filters and search of the caller. */
const chosenOf = (table: Table, query: Query): readonly Condition[] => {
  const { resource } = table;
  const filters = filterParameters(resource).flatMap(parameter => {
    const value = query[parameter.name];
    if (value === undefined) return [];
    const column = columnOf(table, parameter.field, resource.fields[parameter.field] as Field);
    return [conditionOf(column, parameter, value, resource)];
  });
  const search = String(query.search ?? '').trim();
  return [
    ...filters,
    ...(query.ids === undefined ? [] : [isOneOf('id', String(query.ids).split(',').map(Number), 'bigint')]),
    ...(search ? [contains('search', search, true)] : []),
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

/** What a table call asks for, as the description of its resource allows it. */
export const tableQuestion = (
  table: Table,
  reader: RowReader,
  bucket: string | undefined,
  query: Query,
  nowIso: string,
): ListQuestion => {
  const { resource } = table;
  const { companyId } = reader;
  const sort = String(query.sort ?? resource.list.sort);
  const chosen = chosenOf(table, query);
  const whole = chosen.length === 0 && !resource.authorOnly;
  const limit = Number(query.pageSize ?? usualPageSize);
  const asked = table.asked?.({ query, companyId, nowIso });
  const computed = Object.entries(asked?.columns ?? {});
  return {
    select: values => [table.select.row, ...computed.map(([name, sql]) => `${sql(values)} as "${name}"`)].join(', '),
    from: table.from,
    where: [
      ...rowsFor(table, reader),
      ...(asked?.where ?? []),
      ...(table.bucket && bucket !== undefined ? [equals(table.bucket, bucket)] : []),
      ...chosen,
    ],
    order: orderOf(table, sort),
    limit,
    offset: (Number(query.page ?? 1) - 1) * limit,
    // Whole lists are few: a table, an order. With filters there is no end of shapes, and each plan takes tens of kB.
    ...(whole && !asked && { name: `list_${resource.name}_${sort}` }),
    // Of what all companies share no company keeps the number.
    ...(whole &&
      !resource.shared &&
      !table.counted && { counter: { companyId, list: resource.name, bucket: bucket ?? '' } }),
  };
};

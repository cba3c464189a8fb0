import { usualPageSize } from '../../src/contract/limits.ts';
import type { Field } from '../../src/kinds/field.ts';
import type { Resource } from '../../src/resources/define.ts';
import { type FilterParameter, filterParameters, sortableFields } from '../../src/resources/filters.ts';
import { escapeLike } from '../db/sqlText.ts';
import { invalid } from '../errors.ts';
import { columnOf, mayBeNull, type Table } from './define.ts';
import { type Condition, equals, isOneOf, type ListQuestion } from './statement.ts';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Trigrams are made of three letters or digits in a row; without them the index only costs. */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text.replace(/[ \-.,()+/]/g, ''));

/** The fold is what the trigrams are made of (migration 008); the text itself decides. */
const byTrigrams = (text: string): string =>
  `search_fold(search) like '%' || search_fold(search_key(${text})) || '%' and `;

/**
 * Rows whose `key` contains a text. Such statements have no name: each is planned for its own text, of which the key is
 * made once. A plan for any text would make it for every row anew.
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
  { list }: Resource,
): Condition => {
  switch (comparison) {
    case 'contains':
      return contains(`search_key(${column})`, String(value), list.search?.includes(field) === true);
    case 'oneOf': {
      const several = String(value).split(',');
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
  // Rows without a value come last either way: they are the least interesting ones. Said only where there can be such
  // rows, since it keeps PostgreSQL from reading a plain index.
  const nulls = mayBeNull(field) ? ' nulls last' : '';
  return `${columnOf(table, name, field)} ${direction}${nulls}, id ${direction}`;
};

/** What narrows the list down by the caller's will. */
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
export const companyRows = ({ resource, where }: Table, companyId: number): readonly Condition[] => [
  ...(resource.shared ? [] : [equals('company_id', companyId)]),
  ...(where ? [() => where] : []),
];

/** What a table call asks for, as the description of its resource allows it. */
export const tableQuestion = (
  table: Table,
  companyId: number,
  bucket: string | undefined,
  query: Query,
): ListQuestion => {
  const { resource } = table;
  const sort = String(query.sort ?? resource.list.sort);
  const chosen = chosenOf(table, query);
  const limit = Number(query.pageSize ?? usualPageSize);
  return {
    select: table.select.row,
    from: table.from,
    where: [
      ...companyRows(table, companyId),
      ...(table.bucket && bucket !== undefined ? [equals(table.bucket, bucket)] : []),
      ...chosen,
    ],
    order: orderOf(table, sort),
    limit,
    offset: (Number(query.page ?? 1) - 1) * limit,
    // Whole lists are few: a table, an order. With filters there is no end of shapes, and each plan takes tens of kB.
    ...(chosen.length === 0 && { name: `list_${resource.name}_${sort}` }),
    // Of what all companies share no company keeps the number.
    ...(chosen.length === 0 &&
      !resource.shared && { counter: { companyId, list: resource.name, bucket: bucket ?? '' } }),
  };
};

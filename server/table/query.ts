import { usualPageSize } from '../../src/contract/limits.ts';
import type { Field } from '../../src/kinds/field.ts';
import type { Resource } from '../../src/resources/define.ts';
import { type FilterParameter, filterParameters, sortableFields } from '../../src/resources/filters.ts';
import { escapeLike } from '../db/sqlText.ts';
import { invalid } from '../errors.ts';
import { columnOf, mayBeNull, type Table } from './define.ts';
import { type Condition, equals, isOneOf, type ListQuestion } from './statement.ts';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Trigrams need three letters or digits in a row; for less the index only costs. */
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
  // Rows without a value come last in either direction. Only where there can be any, since `nulls last` prevents the
  // use of a plain index.
  const nulls = mayBeNull(field) ? ' nulls last' : '';
  return `${columnOf(table, name, field)} ${direction}${nulls}, id ${direction}`;
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

/** Conditions of a company's rows; every statement on a described table starts with them. */
export const companyRows = ({ resource, where }: Table, companyId: number): readonly Condition[] => [
  ...(resource.shared ? [] : [equals('company_id', companyId)]),
  ...(where ? [() => where] : []),
];

/** Validates a table call's query against the resource and returns the question for SQL. */
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
    // Unfiltered lists are few: a table and an order. Filters vary without end, and each cached plan takes tens of kB.
    ...(chosen.length === 0 && { name: `list_${resource.name}_${sort}` }),
    // Shared rows have no total per company.
    ...(chosen.length === 0 &&
      !resource.shared && { counter: { companyId, list: resource.name, bucket: bucket ?? '' } }),
  };
};

import type { Resource } from '../../src/resources/define.ts';
import { type FilterParameter, filterParameters, sortableFields } from '../../src/resources/filters.ts';
import type { Statement } from '../db/read.ts';
import { escapeLike, Values } from '../db/sqlText.ts';
import { invalid } from '../errors.ts';
import type { Table } from './define.ts';

type AnyTable = Table & { readonly resource: Resource };
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ListStatement {
  /** The page; each row carries `_total`, read under the same snapshot. */
  readonly page: Statement;
  /** The same rows without it, for streams. */
  readonly rows: Statement;
  readonly total: Statement;
}

/** Trigrams are made of three letters or digits in a row; without them the index only costs. */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text.replace(/[ \-.,()+/]/g, ''));

/** The fold is what the trigrams are made of (migration 008); the text itself decides. */
const byTrigrams = (text: string): string =>
  `search_fold(search) like '%' || search_fold(search_key(${text})) || '%' and `;

/**
 * Rows whose `key` contains a text. Such statements have no name: each is planned for its own text, of which the key is
 * made once. A plan for any text would make it for every row anew.
 */
const contains = (key: string, value: string, inSearch: boolean, values: Values): string => {
  const text = values.add(escapeLike(value));
  return `${inSearch && hasTrigram(value) ? byTrigrams(text) : ''}${key} like '%' || search_key(${text}) || '%'`;
};

const condition = (
  column: string,
  { field, comparison, type }: FilterParameter,
  value: unknown,
  { list }: AnyTable['resource'],
  values: Values,
): string => {
  switch (comparison) {
    case 'contains':
      return contains(`search_key(${column})`, String(value), list.search?.includes(field) === true, values);
    case 'oneOf': {
      const several = String(value).split(',');
      return type === 'number'
        ? `${column} = any(${values.add(several.map(Number))}::int[])`
        : `${column} = any(${values.add(several)}::text[])`;
    }
    case 'from':
      return `${column} >= ${values.add(value)}`;
    case 'to':
      return `${column} <= ${values.add(value)}`;
    case 'is':
      return `${column} = ${values.add(value)}`;
  }
};

const orderOf = (table: AnyTable, sort: unknown): string => {
  const text = String(sort ?? table.resource.list.sort);
  const [, field = '', direction = ''] = /^(\w+)-(asc|desc)$/.exec(text) ?? [];
  const allowed = sortableFields(table.resource);
  if (!allowed.includes(field)) {
    const values = { values: allowed.map(name => `${name}-asc, ${name}-desc`).join(', ') };
    throw invalid({ field: 'sort', message: 'unknownSort', values });
  }
  const column = (table.columns as Readonly<Record<string, string>>)[field];
  // Rows without a value come last either way: they are the least interesting ones. Said only where there can be such
  // rows, since it keeps PostgreSQL from reading a plain index.
  const nulls = table.nullable?.includes(field) ? ' nulls last' : '';
  return `${column} ${direction}${nulls}, id ${direction}`;
};

const conditions = (table: AnyTable, companyId: number, bucket: string | undefined, query: Query, values: Values) => {
  const fixed = [`company_id = ${values.add(companyId)}`];
  if (table.bucket && bucket !== undefined) fixed.push(`${table.bucket} = ${values.add(bucket)}`);
  if (table.where) fixed.push(table.where);
  const chosen: string[] = [];
  for (const parameter of filterParameters(table.resource)) {
    const value = query[parameter.name];
    const columns: Readonly<Record<string, string>> = { ...table.columns, ...table.filterColumns };
    if (value !== undefined)
      chosen.push(condition(columns[parameter.field] ?? '', parameter, value, table.resource, values));
  }
  if (query.ids !== undefined) chosen.push(`id = any(${values.add(String(query.ids).split(','))}::bigint[])`);
  const search = String(query.search ?? '').trim();
  if (search) chosen.push(contains('search', search, true, values));
  return { where: [...fixed, ...chosen].join(' and '), whole: chosen.length === 0 };
};

/**
 * How many rows match. A whole list has its number kept by the writes (see db/change.ts) and costs a look-up of a few
 * counters; only a search or a filter is counted.
 */
const totalOf = (table: AnyTable, bucket: string, from: string, whole: boolean, values: Values): string =>
  whole
    ? `select coalesce(sum(total), 0)::bigint as _total from row_total where company_id = $1 and list = ${values.add(table.resource.name)} and bucket = ${values.add(bucket)}`
    : `select count(*) as _total ${from}`;

/** The total asked for by itself: its values are numbered anew, since PostgreSQL wants a use for each one. */
const totalAlone = (table: AnyTable, companyId: number, bucket: string): Statement => {
  const values = new Values();
  values.add(companyId);
  return { name: 'list_total', text: totalOf(table, bucket, '', true, values), values: values.list };
};

/** A list question as SQL. Only names from the resource's description and the table's definition reach the text. */
export const listStatement = (
  table: AnyTable,
  companyId: number,
  bucket: string | undefined,
  query: Query,
): ListStatement => {
  const values = new Values();
  const { where, whole } = conditions(table, companyId, bucket, query, values);
  const from = `from ${table.from} where ${where}`;
  const order = orderOf(table, query.sort);
  const filtered = [...values.list];
  const total = totalOf(table, bucket ?? '', from, whole, values);
  const pageSize = Number(query.pageSize ?? 25);
  const limit = values.add(pageSize);
  const offset = values.add((Number(query.page ?? 1) - 1) * pageSize);
  const rows = `select ${table.select}`;
  // A page behind the last one of a whole list is answered by the total alone: this is checked once, before any row.
  const beyond = whole ? ` and ${offset}::bigint < (${total})` : '';
  return {
    page: {
      // Whole lists are few: a table, an order. With filters there is no end of shapes, and each plan takes tens of kB.
      ...(whole && { name: `list_${table.resource.name}_${query.sort ?? table.resource.list.sort}` }),
      text: `${rows}, (${total}) as _total ${from}${beyond} order by ${order} limit ${limit} offset ${offset}::bigint`,
      values: values.list,
    },
    // Under a cursor the whole answer is asked for, so page and size are in the text.
    rows: {
      text: `${rows} ${from} order by ${order} limit ${pageSize} offset ${values.list[values.list.length - 1]}`,
      values: filtered,
    },
    total: whole ? totalAlone(table, companyId, bucket ?? '') : { text: total, values: filtered },
  };
};

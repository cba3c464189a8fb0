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
import { queryText } from '../domain/search/queryText.ts';
import { invalid } from '../errors.ts';
import { columnOf, isTextKind, mayBeNull, type Query, type Table } from './define.ts';
import { containsText, isFound, isLike, narrowed } from './searched.ts';
import { type Condition, equals, holdsOneOf, isOneOf, type ListQuestion, orderBy, type Sort } from './statement.ts';

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
  const { list, fields } = table.resource;
  const isTyped = isTextKind((fields[name] as Field).kind);
  const text = isTyped ? queryText(String(value)) : String(value);
  const found = (compared: Condition) => (list.search?.includes(name) ? narrowed(table, text, compared) : compared);
  const several = (): Condition => {
    const each = text.split(',');
    if (fields[name]?.many) return holdsOneOf(column, each);
    return type === 'number' ? isOneOf(column, each.map(Number), 'bigint') : isOneOf(column, each, 'text');
  };
  switch (comparison) {
    case 'contains':
      return containsText(table, column, text, list.search?.includes(name) ?? false);
    case 'begins':
      return found(isLike(column, text, each => `${each} || '%'`));
    case 'equals':
      return found(isLike(column, text, each => each));
    case 'isNot':
      return negated(isLike(column, text, each => each));
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

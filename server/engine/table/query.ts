import { hasAnyRole } from '../../../src/contract/access.ts';
import { defaultPageSize } from '../../../src/contract/limits.ts';
import {
  type FilterParameter,
  filterParameters,
  type Period,
  periods,
  sortableFields,
} from '../../../src/schema/filters.ts';
import { isImportFilter } from '../../../src/schema/importing.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { queryText } from '../search/matching/queryText.ts';
import { columnOf, isTextKind, mayBeNull, type Query, type Table, visibleAlways, visibleFor } from './define.ts';
import {
  containsText,
  equalsSearchedCode,
  matchesPattern,
  matchesSearch,
  withIndexCondition,
} from './searchConditions.ts';
import { type Condition, equals, holdsOneOf, isOneOf, orderBy, type Sort, type TableListQuery } from './statement.ts';

/** Condition: the moment or day in the column lies in a period relative to the current day. Example: last month. */
const isWithin =
  (column: string, type: FilterParameter['type'], period: Period, { companyId, nowIso }: PeriodBase): Condition =>
  values => {
    const { unit, from, to } = periods[period];
    const zone = `(select time_zone from company where id = ${values.add(companyId)}::bigint)`;
    const now = values.add(nowIso);
    const boundSql = (offset: number) => {
      const localStartSql = `date_trunc('${unit}', ${now}::timestamptz at time zone ${zone}) + interval '${offset} ${unit}'`;
      return type === 'day' ? `(${localStartSql})::date` : `(${localStartSql}) at time zone ${zone}`;
    };
    return `${column} >= ${boundSql(from)} and ${column} < ${boundSql(to)}`;
  };

/** Data from which a relative period is computed: the company (for its time zone) and the current time. */
interface PeriodBase {
  readonly companyId: number;
  readonly nowIso: string;
}

const isEmpty =
  (column: string, { kind, idField }: Field, expectEmpty: boolean): Condition =>
  () => {
    // Columns store a missing text as the empty text. A computed column may return null for a missing text.
    const missing = isTextKind(kind) && !idField ? `coalesce(${column}::text, '') = ''` : `${column} is null`;
    return expectEmpty ? missing : `not (${missing})`;
  };

const negate =
  (condition: Condition): Condition =>
  values =>
    `(${condition(values)}) is not true`;

const isImported =
  ({ resource }: Table, importIds: readonly number[], companyId: number): Condition =>
  values => {
    const company = values.add(companyId);
    return `id in (select record_id from import_record where company_id = ${company} and import_id in (select id from import
      where company_id = ${company} and resource = ${values.add(resource.name)} and id = any(${values.add([...importIds])}::bigint[])))`;
  };

const filterCondition = (
  column: string,
  { field: name, comparison, type }: FilterParameter,
  value: unknown,
  table: Table,
  periodBase: PeriodBase,
): Condition => {
  const { list, fields } = table.resource;
  const isText = isTextKind((fields[name] as Field).kind);
  const text = isText ? queryText(String(value)) : String(value);
  const withSearchIndex = (matchCondition: Condition) =>
    list.search?.includes(name) ? withIndexCondition(table, text, matchCondition) : matchCondition;
  const oneOfCondition = (): Condition => {
    const parts = text.split(',');
    if (isImportFilter(fields[name] as Field)) return isImported(table, parts.map(Number), periodBase.companyId);
    if (fields[name]?.many) return holdsOneOf(column, parts);
    return type === 'number' ? isOneOf(column, parts.map(Number), 'bigint') : isOneOf(column, parts, 'text');
  };
  switch (comparison) {
    case 'contains':
      return containsText(table, column, text, list.search?.includes(name) ?? false);
    case 'begins':
      return withSearchIndex(matchesPattern(column, text, each => `${each} || '%'`));
    case 'equals':
      return withSearchIndex(matchesPattern(column, text, each => each));
    case 'isNot':
      return negate(matchesPattern(column, text, each => each));
    case 'oneOf':
      return oneOfCondition();
    case 'noneOf':
      return negate(oneOfCondition());
    case 'from':
      return values => `${column} >= ${values.add(value)}`;
    case 'to':
      return values => `${column} <= ${values.add(value)}`;
    case 'within':
      return isWithin(column, type, value as Period, periodBase);
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
  // A column that is computed from the query's parameters is not in the table, so its alias is used for sorting.
  const column = table.order?.[name] ?? (columnOf(table, name, field) || `"${name}"`);
  return { column, direction: direction as Sort['direction'], nullable: mayBeNull(field) };
};

const chosenConditions = (table: Table, query: Query, periodBase: PeriodBase): readonly Condition[] => {
  const { resource } = table;
  const filters = filterParameters(resource).flatMap(parameter => {
    const value = query[parameter.name];
    if (value === undefined) return [];
    const column = columnOf(table, parameter.field, resource.fields[parameter.field] as Field);
    return [filterCondition(column, parameter, value, table, periodBase)];
  });
  const search = String(query.search ?? '').trim();
  return [
    ...filters,
    ...(query.ids === undefined ? [] : [isOneOf('id', String(query.ids).split(',').map(Number), 'bigint')]),
    ...(search ? [matchesSearch(table, search, periodBase.companyId)] : []),
  ];
};

/** Conditions that restrict a statement to the rows of one company and to visible rows. */
export const companyRows = (table: Table, companyId: number) => [
  ...(table.resource.shared ? [] : [equals(table.companyColumn, companyId)]),
  ...(visibleAlways(table) ? [() => visibleAlways(table) ?? ''] : []),
];

/** The properties of a caller that decide which rows are visible. */
export type RowReader = Pick<Caller, 'companyId' | 'accountId' | 'roles'>;

/**
 * Returns the author column and the account id that it must equal. Undefined if the caller may see rows of all authors.
 */
export const authorOf = (
  { resource, columns }: Table,
  { roles, accountId }: RowReader,
): readonly [column: string, accountId: number] | undefined => {
  const { authorOnly } = resource;
  return authorOnly && !hasAnyRole(roles, authorOnly.except) ? [columns[authorOnly.field] ?? '', accountId] : undefined;
};

const visibleConditions = (table: Table, reader: RowReader): readonly Condition[] => {
  const author = authorOf(table, reader);
  return [...companyRows(table, reader.companyId), ...(author ? [equals(...author)] : [])];
};

/** Whether every change of the table's rows increases the company's change number (db/change.ts). */
const isCacheableTable = ({ resource, cache, companyColumn }: Table): boolean =>
  !resource.shared && cache === undefined && companyColumn === 'company_id';

/** Bucket of a resource that is split into buckets, or several buckets that are read as one list. */
export type Bucket = string | readonly string[];

const inBucket = (column: string, bucket: Bucket): Condition =>
  typeof bucket === 'string' ? equals(column, bucket) : isOneOf(column, bucket, 'text');

/** Builds the query of a table call, as the resource's description allows it. `row` is the select list. */
export const tableQuery = (
  table: Table,
  reader: RowReader,
  bucket: Bucket | undefined,
  query: Query,
  nowIso: string,
  row = table.select.row,
): TableListQuery => {
  const { resource } = table;
  const { companyId } = reader;
  const sort = String(query.sort ?? resource.list.sort);
  const sortColumn = sortOf(table, sort);
  const visible = visibleConditions(table, reader);
  const chosenFilters = chosenConditions(table, query, { companyId, nowIso });
  const firstRows = equalsSearchedCode(table, String(query.search ?? ''), companyId);
  const isUnfiltered = chosenFilters.length === 0 && !resource.authorOnly;
  const limit = Number(query.pageSize ?? defaultPageSize);
  const parameterRows = visibleFor(table)?.({ query, companyId, nowIso });
  const parameterColumns = Object.entries(parameterRows?.columns ?? {});
  return {
    select: values => [row, ...parameterColumns.map(([name, sql]) => `${sql(values)} as "${name}"`)].join(', '),
    from: parameterRows?.from ?? table.source,
    extraColumns: table.computedNames,
    ...(parameterRows?.from && { isComputed: true }),
    where: [
      ...visible,
      ...(parameterRows?.where ?? []),
      ...(table.bucket && bucket !== undefined ? [inBucket(table.bucket, bucket)] : []),
      ...chosenFilters,
    ],
    order: orderBy(sortColumn),
    ...(firstRows && { firstRows }),
    limit,
    offset: (Number(query.page ?? 1) - 1) * limit,
    // Only unfiltered lists are prepared statements, one for each table and order. Filters have too many combinations,
    // and each plan takes tens of kB.
    ...(isUnfiltered && !parameterRows && typeof bucket !== 'object' && { name: `list_${resource.name}_${sort}` }),
    // Tables that all companies share have no stored total, because totals are stored per company.
    ...(isUnfiltered &&
      !resource.shared &&
      table.cache !== 'none' && { counter: { companyId, list: resource.name, bucket: bucket ?? '' } }),
    ...(!parameterRows &&
      isCacheableTable(table) && {
        cacheable: { companyId, sort: sortColumn, isSearch: Boolean(query.search), visible },
      }),
  };
};

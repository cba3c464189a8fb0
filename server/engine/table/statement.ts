import { type Statement, Values } from '../../db/sqlText.ts';

/** An SQL condition on rows. Its values are added to the parameters. */
export type Condition = (values: Values) => string;

export const equals =
  (column: string, value: unknown): Condition =>
  values =>
    `${column} = ${values.add(value)}`;

/** The column equals one of the values. False for an empty list. */
export const isOneOf =
  (column: string, candidates: readonly unknown[], type = ''): Condition =>
  values =>
    `${column} = any(${values.add([...candidates])}${type && `::${type}[]`})`;

/** The array column contains at least one of the values. */
export const holdsOneOf =
  (column: string, candidates: readonly unknown[]): Condition =>
  values =>
    `${column} && ${values.add([...candidates])}::text[]`;

interface RowsQuery {
  /** SQL select list. It is a function if it contains query parameters. */
  readonly select: string | Condition;
  /** SQL source of the rows. It is a function if it contains query parameters. */
  readonly from: string | Condition;
  readonly where: readonly Condition[];
}

export const fullOrder = ({ order, firstRows }: Pick<TableListQuery, 'order' | 'firstRows'>, values: Values): string =>
  firstRows ? `${firstRows(values)} desc, ${order}` : order;

/** Builds a statement that reads every row which satisfies the conditions. */
export const rowsStatement = ({
  select,
  from,
  where,
  order,
  firstRows,
}: RowsQuery & Partial<Pick<TableListQuery, 'order' | 'firstRows'>>): Statement => {
  const values = new Values();
  const conditions = where.map(condition => condition(values)).join(' and ');
  const columns = typeof select === 'string' ? select : select(values);
  const source = typeof from === 'string' ? from : from(values);
  return {
    text: `select ${columns} from ${source}${conditions && ` where ${conditions}`}${order ? ` order by ${fullOrder({ order, ...(firstRows && { firstRows }) }, values)}` : ''}`,
    values: values.list,
  };
};

export interface Sort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  readonly nullable: boolean;
}

/**
 * SQL order. Rows without a value come last in either direction. `nulls last` is added only for nullable columns,
 * because it prevents the use of a plain index.
 */
export const orderBy = ({ column, direction, nullable }: Sort): string =>
  `${column} ${direction}${nullable ? ' nulls last' : ''}, id ${direction}`;

/** A list query, independent of the API dialect in which it was requested. */
export interface TableListQuery extends RowsQuery {
  readonly order: string;
  /** Rows with this condition stand before all others, whatever the order. */
  readonly firstRows?: Condition;
  readonly limit: number;
  readonly offset: number;
  /** Name of the prepared statement. Only for the few statements with one plan that is good for all parameters. */
  readonly name?: string;
  /** Names of values that are added to the rows after the query. */
  readonly extraColumns?: readonly string[];
  /**
   * Key of an unfiltered list whose total is stored (db/change.ts). Reading its total needs only a look-up of a few
   * counters. The total of any other list is counted.
   */
  readonly counter?: { readonly companyId: number; readonly list: string; readonly bucket: string | readonly string[] };
  /**
   * Set if the rows are computed for this query. A count then costs as much as a read, so both run in one statement.
   */
  readonly isComputed?: boolean;
  /**
   * Set for lists whose every change increases the company's change number. Cached facts are valid until the number
   * changes (cachedList.ts).
   */
  readonly cacheable?: {
    readonly companyId: number;
    readonly sort: Sort;
    readonly isSearch: boolean;
    /** The conditions that decide which rows the reader may see. */
    readonly visible: readonly Condition[];
  };
}

export interface ListStatement {
  /** Statement for the rows of the page. Each row carries `_total`, the total in the same snapshot. */
  readonly page: Statement;
  /** The rows of the page without `_total`, for streams. */
  readonly rows: Statement;
  readonly total: Statement;
}

export const counterTotalSql = (
  { companyId, list, bucket }: NonNullable<TableListQuery['counter']>,
  values: Values,
): string => {
  const totalSql = `select coalesce(sum(total), 0)::bigint as _total from row_total
    where company_id = ${values.add(companyId)} and list = ${values.add(list)}`;
  return typeof bucket === 'string'
    ? `${totalSql} and bucket = ${values.add(bucket)}`
    : `${totalSql} and bucket = any(${values.add([...bucket])}::text[])`;
};

/**
 * Statement for the total alone. Its parameters are numbered anew, because PostgreSQL requires each parameter to be
 * used.
 */
export const totalStatement = (counter: NonNullable<TableListQuery['counter']>): Statement => {
  const values = new Values();
  const name = typeof counter.bucket === 'string' ? 'list_total' : 'list_total_of_several';
  return { name, text: counterTotalSql(counter, values), values: values.list };
};

/** Builds the SQL. Only the program's own names enter the text. Values are parameters. */
export const listStatement = ({
  name,
  select,
  where,
  limit,
  offset,
  counter,
  isComputed,
  extraColumns: further,
  ...more
}: TableListQuery): ListStatement => {
  const values = new Values();
  const conditions = where.map(condition => condition(values)).join(' and ');
  const source = typeof more.from === 'string' ? more.from : more.from(values);
  const from = `from ${source}${conditions && ` where ${conditions}`}`;
  const filterValues = [...values.list];
  const columns = typeof select === 'string' ? select : select(values);
  const order = fullOrder(more, values);
  const selectValues = [...values.list];
  const countSql = `select count(*) as _total ${from}`;
  const total = counter ? counterTotalSql(counter, values) : countSql;
  const totalExpression = isComputed ? 'count(*) over ()' : `(${total})`;
  const limitSql = values.add(limit);
  const offsetSql = values.add(offset);
  const names = further && { extraColumns: further };
  // For a page beyond the end of an unfiltered list only the total is read. PostgreSQL checks this condition once,
  // before it reads any row.
  const notBeyondEnd = counter ? ` and ${offsetSql}::bigint < (${total})` : '';
  return {
    page: {
      ...(name && { name }),
      ...names,
      ...(isComputed && { withoutParallelWorkers: true }),
      text: `select ${columns}, ${totalExpression} as _total ${from}${notBeyondEnd} order by ${order} limit ${limitSql} offset ${offsetSql}::bigint`,
      values: values.list,
    },
    // A stream reads these rows with a cursor, which PostgreSQL plans for the whole answer. Limit and offset are
    // literals, so that the plan takes them into account.
    rows: {
      text: `select ${columns} ${from} order by ${order} limit ${limit} offset ${offset}`,
      values: selectValues,
      ...names,
    },
    total: counter ? totalStatement(counter) : { text: countSql, values: filterValues },
  };
};

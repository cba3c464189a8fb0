import { type Statement, Values } from '../db/sqlText.ts';

/** An SQL condition on rows; its values are added to the parameters. */
export type Condition = (values: Values) => string;

export const equals =
  (column: string, value: unknown): Condition =>
  values =>
    `${column} = ${values.add(value)}`;

/** The column equals one of the values; false for none. */
export const isOneOf =
  (column: string, several: readonly unknown[], type = ''): Condition =>
  values =>
    `${column} = any(${values.add([...several])}${type && `::${type}[]`})`;

/** The column holds several values, one of these among them. */
export const holdsOneOf =
  (column: string, several: readonly unknown[]): Condition =>
  values =>
    `${column} && ${values.add([...several])}::text[]`;

interface Rows {
  /** Columns; as a function where what is asked for stands in one of them. */
  readonly select: string | Condition;
  /** A table; as a function where what is asked for stands in it. */
  readonly from: string | Condition;
  readonly where: readonly Condition[];
}

/** Every row that satisfies the conditions. */
export const rowsStatement = ({ select, from, where, order }: Rows & { readonly order?: string }): Statement => {
  const values = new Values();
  const conditions = where.map(condition => condition(values)).join(' and ');
  const columns = typeof select === 'string' ? select : select(values);
  const source = typeof from === 'string' ? from : from(values);
  return {
    text: `select ${columns} from ${source}${conditions && ` where ${conditions}`}${order ? ` order by ${order}` : ''}`,
    values: values.list,
  };
};

/** The column that a list is sorted by. */
export interface Sort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  readonly nullable: boolean;
}

/**
 * Rows without a value come last in either direction. Only where there can be any, since `nulls last` prevents the use
 * of a plain index.
 */
export const orderBy = ({ column, direction, nullable }: Sort): string =>
  `${column} ${direction}${nullable ? ' nulls last' : ''}, id ${direction}`;

/** A list query, independent of the dialect. */
export interface ListQuestion extends Rows {
  readonly order: string;
  readonly limit: number;
  readonly offset: number;
  /** For the few statements with one good plan for all parameters. */
  readonly name?: string;
  /** Names that the rows get when they are presented. */
  readonly beside?: readonly string[];
  /**
   * Identifies a whole list with a stored total (db/change.ts), which costs a look-up of a few counters. Any other
   * total is counted.
   */
  readonly counter?: { readonly companyId: number; readonly list: string; readonly bucket: string | readonly string[] };
  /** The rows are worked out for this question: counting them costs what reading them does, and both is done at once. */
  readonly workedOut?: boolean;
  /** Whose changes are numbered, all of them: what was found holds until the number differs (places.ts). */
  readonly numbered?: {
    readonly companyId: number;
    readonly sort: Sort;
    readonly searched: boolean;
    /** Those of the conditions that say what the reader may see at all. */
    readonly visible: readonly Condition[];
  };
}

export interface ListStatement {
  /** The page; each row carries `_total` of the same snapshot. */
  readonly page: Statement;
  /** The same rows without `_total`, for streams. */
  readonly rows: Statement;
  readonly total: Statement;
}

export const counterTotal = (
  { companyId, list, bucket }: NonNullable<ListQuestion['counter']>,
  values: Values,
): string => {
  const counted = `select coalesce(sum(total), 0)::bigint as _total from row_total
    where company_id = ${values.add(companyId)} and list = ${values.add(list)}`;
  return typeof bucket === 'string'
    ? `${counted} and bucket = ${values.add(bucket)}`
    : `${counted} and bucket = any(${values.add([...bucket])}::text[])`;
};

/** Total alone: parameters are renumbered, since PostgreSQL requires each to be used. */
export const totalAlone = (counter: NonNullable<ListQuestion['counter']>): Statement => {
  const values = new Values();
  const name = typeof counter.bucket === 'string' ? 'list_total' : 'list_total_of_several';
  return { name, text: counterTotal(counter, values), values: values.list };
};

/** Builds the SQL. Only the program's own names enter the text; values are parameters. */
export const listStatement = ({
  name,
  select,
  where,
  order,
  limit,
  offset,
  counter,
  workedOut,
  beside: further,
  ...more
}: ListQuestion): ListStatement => {
  const values = new Values();
  const conditions = where.map(condition => condition(values)).join(' and ');
  const source = typeof more.from === 'string' ? more.from : more.from(values);
  const from = `from ${source}${conditions && ` where ${conditions}`}`;
  const filtered = [...values.list];
  const columns = typeof select === 'string' ? select : select(values);
  const selected = [...values.list];
  const counted = `select count(*) as _total ${from}`;
  const total = counter ? counterTotal(counter, values) : counted;
  const counting = workedOut ? 'count(*) over ()' : `(${total})`;
  const most = values.add(limit);
  const skipped = values.add(offset);
  const names = further && { beside: further };
  // A page beyond the end of a whole list returns the total only: checked once, before any row.
  const beyond = counter ? ` and ${skipped}::bigint < (${total})` : '';
  return {
    page: {
      ...(name && { name }),
      ...names,
      ...(workedOut && { oneProcess: true }),
      text: `select ${columns}, ${counting} as _total ${from}${beyond} order by ${order} limit ${most} offset ${skipped}::bigint`,
      values: values.list,
    },
    // Under a cursor the whole answer is asked for, so page and size are in the text.
    rows: {
      text: `select ${columns} ${from} order by ${order} limit ${limit} offset ${offset}`,
      values: selected,
      ...names,
    },
    total: counter ? totalAlone(counter) : { text: counted, values: filtered },
  };
};

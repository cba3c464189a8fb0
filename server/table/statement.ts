import type { Statement } from '../db/read.ts';
import { Values } from '../db/sqlText.ts';

/** A part of what rows must satisfy, as SQL; its values go where it is told. */
export type Condition = (values: Values) => string;

export const equals =
  (column: string, value: unknown): Condition =>
  values =>
    `${column} = ${values.add(value)}`;

/** The column holds one of several values; of none no row does. */
export const isOneOf =
  (column: string, several: readonly unknown[], type = ''): Condition =>
  values =>
    `${column} = any(${values.add([...several])}${type && `::${type}[]`})`;

interface Rows {
  readonly select: string;
  readonly from: string;
  readonly where: readonly Condition[];
}

/** Every row that satisfies the conditions. */
export const rowsStatement = ({ select, from, where, order }: Rows & { readonly order?: string }): Statement => {
  const values = new Values();
  const conditions = where.map(condition => condition(values)).join(' and ');
  return {
    text: `select ${select} from ${from}${conditions && ` where ${conditions}`}${order ? ` order by ${order}` : ''}`,
    values: values.list,
  };
};

/** What is asked of a list, in whatever dialect it came. */
export interface ListQuestion extends Rows {
  readonly order: string;
  readonly limit: number;
  readonly offset: number;
  /** Of those that are few and whose plan is good whatever is asked for. */
  readonly name?: string;
  /**
   * The whole of a list whose number of rows is kept by the writes (see db/change.ts): it costs a look-up of a few
   * counters. Every other number is counted.
   */
  readonly counter?: { readonly companyId: number; readonly list: string; readonly bucket: string };
}

export interface ListStatement {
  /** The page; each row carries `_total`, read under the same snapshot. */
  readonly page: Statement;
  /** The same rows without it, for streams. */
  readonly rows: Statement;
  readonly total: Statement;
}

const counterTotal = ({ companyId, list, bucket }: NonNullable<ListQuestion['counter']>, values: Values): string =>
  `select coalesce(sum(total), 0)::bigint as _total from row_total
    where company_id = ${values.add(companyId)} and list = ${values.add(list)} and bucket = ${values.add(bucket)}`;

/** The total asked for by itself: its values are numbered anew, since PostgreSQL wants a use for each one. */
const totalAlone = (counter: NonNullable<ListQuestion['counter']>): Statement => {
  const values = new Values();
  return { name: 'list_total', text: counterTotal(counter, values), values: values.list };
};

/** A question as SQL. Only names that the program gives reach the text; what is asked for goes beside it. */
export const listStatement = ({
  name,
  select,
  where,
  order,
  limit,
  offset,
  counter,
  ...more
}: ListQuestion): ListStatement => {
  const values = new Values();
  const conditions = where.map(condition => condition(values)).join(' and ');
  const from = `from ${more.from}${conditions && ` where ${conditions}`}`;
  const filtered = [...values.list];
  const counted = `select count(*) as _total ${from}`;
  const total = counter ? counterTotal(counter, values) : counted;
  const most = values.add(limit);
  const skipped = values.add(offset);
  // A page behind the last one of a whole list is answered by the total alone: this is checked once, before any row.
  const beyond = counter ? ` and ${skipped}::bigint < (${total})` : '';
  return {
    page: {
      ...(name && { name }),
      text: `select ${select}, (${total}) as _total ${from}${beyond} order by ${order} limit ${most} offset ${skipped}::bigint`,
      values: values.list,
    },
    // Under a cursor the whole answer is asked for, so page and size are in the text.
    rows: { text: `select ${select} ${from} order by ${order} limit ${limit} offset ${offset}`, values: filtered },
    total: counter ? totalAlone(counter) : { text: counted, values: filtered },
  };
};

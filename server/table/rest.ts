import { type Expression, type SqlBool, sql } from 'kysely';
import type { RestQuery } from '../../src/contract/shapes/common.ts';
import type { Ranged } from '../context.ts';
import { invalid } from '../errors.ts';

const largestRange = 1000;

/** A stretch of a list, as ra-data-simple-rest asks for it. */
export interface RestPage<Sort extends string> {
  readonly sort: Sort;
  readonly direction: 'asc' | 'desc';
  readonly first: number;
  readonly last: number;
}

const wrong = (field: string, format: string) => invalid({ field, message: 'format', values: { format } });

const parse = (field: string, text: string, format: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(field, format);
  }
};

const sortFormat = '["id","DESC"]';
const readSort = <Sort extends string>(sorts: readonly Sort[], text = sortFormat) => {
  const pair = parse('sort', text, sortFormat);
  if (!Array.isArray(pair) || pair.length !== 2) throw wrong('sort', sortFormat);
  const direction = typeof pair[1] === 'string' ? pair[1].toLowerCase() : '';
  if (direction !== 'asc' && direction !== 'desc') throw wrong('sort', sortFormat);
  const sort = sorts.find(name => name === pair[0]);
  if (!sort) throw invalid({ field: 'sort', message: 'unknownSort', values: { values: sorts.join(', ') } });
  return { sort, direction } as const;
};

const rangeFormat = '[0,24]';
const readRange = (text = rangeFormat) => {
  const pair = parse('range', text, rangeFormat);
  if (!Array.isArray(pair) || pair.length !== 2 || !pair.every(Number.isSafeInteger)) throw wrong('range', rangeFormat);
  const [first, last] = pair as [number, number];
  if (first < 0 || last < first) throw wrong('range', rangeFormat);
  if (last - first >= largestRange)
    throw invalid({ field: 'range', message: 'tooMany', values: { max: largestRange } });
  return { first, last };
};

export const readRestPage = <Sort extends string>(
  { sort, range }: RestQuery,
  sorts: readonly Sort[],
): RestPage<Sort> => ({ ...readSort(sorts, sort), ...readRange(range) });

const fits = {
  number: (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0,
  word: (value: unknown) => typeof value === 'string' && /^\w{1,60}$/.test(value),
  boolean: (value: unknown) => typeof value === 'boolean',
};

interface ValueOf {
  readonly number: number;
  readonly word: string;
  readonly boolean: boolean;
}

/** What a list can be asked by. Numbers name records, words are ours. */
export type RestFilters = Readonly<Record<string, keyof typeof fits>>;
/** Any of the values; of an empty list no row has one. */
export type RestFilter<Filters extends RestFilters> = {
  readonly [Name in keyof Filters]?: readonly ValueOf[Filters[Name]][];
};

export const readRestFilter = <Filters extends RestFilters>(
  { filter = '{}' }: RestQuery,
  filters: Filters,
  example: string,
): RestFilter<Filters> => {
  const given = parse('filter', filter, example);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong('filter', example);
  const read = Object.entries(given).map(([name, value]) => {
    const kind = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (!kind) throw invalid({ field: `filter.${name}`, message: 'unknown' });
    const values: unknown[] = [value].flat();
    if (!values.every(fits[kind])) throw invalid({ field: `filter.${name}`, message: 'pattern' });
    return [name, values];
  });
  return Object.fromEntries(read) as RestFilter<Filters>;
};

/** Rows whose column holds one of the values. */
export const isAnyOf = (column: Expression<unknown>, values: readonly (string | number | boolean)[]) =>
  sql<SqlBool>`${column} = any(${[...values]})`;

/** The answer with its place in the whole. */
export const ranged = <Item>(
  list: string,
  { first }: Pick<RestPage<string>, 'first'>,
  items: readonly Item[],
  total: number,
): Ranged<Item> => {
  const place = items.length > 0 ? `${first}-${first + items.length - 1}` : '*';
  return { items, contentRange: `${list} ${place}/${total}` };
};

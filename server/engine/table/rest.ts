import type { RestQuery } from '../../../src/contract/shapes/common.ts';
import type { Context, RangedPage } from '../../context.ts';
import { createQueryRunner } from '../../db/read.ts';
import { invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import type { Row } from './define.ts';
import { largestPage, readPage } from './list.ts';
import { type Condition, isOneOf } from './statement.ts';

/** A requested page of a list, in the query dialect of the library ra-data-simple-rest. */
interface RestPage<Sort extends string> {
  readonly sort: Sort;
  readonly direction: 'asc' | 'desc';
  readonly first: number;
  readonly last: number;
}

const formatError = (field: string, format: string) => invalid({ field, message: 'format', values: { format } });

const parseJson = (field: string, text: string, format: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw formatError(field, format);
  }
};

const sortFormat = '["id","DESC"]';
const parseSort = <Sort extends string>(sorts: readonly Sort[], text = sortFormat) => {
  const pair = parseJson('sort', text, sortFormat);
  if (!Array.isArray(pair) || pair.length !== 2) throw formatError('sort', sortFormat);
  const direction = typeof pair[1] === 'string' ? pair[1].toLowerCase() : '';
  if (direction !== 'asc' && direction !== 'desc') throw formatError('sort', sortFormat);
  const sort = sorts.find(name => name === pair[0]);
  if (!sort) throw invalid({ field: 'sort', message: 'unknownSort', values: { values: sorts.join(', ') } });
  return { sort, direction } as const;
};

const rangeFormat = '[0,24]';
const parseRange = (text = rangeFormat) => {
  const pair = parseJson('range', text, rangeFormat);
  if (!Array.isArray(pair) || pair.length !== 2 || !pair.every(Number.isSafeInteger))
    throw formatError('range', rangeFormat);
  const [first, last] = pair as [number, number];
  if (first < 0 || last < first) throw formatError('range', rangeFormat);
  if (last - first >= largestPage) throw invalid({ field: 'range', message: 'tooMany', values: { max: largestPage } });
  return { first, last };
};

const parseRestPage = <Sort extends string>({ sort, range }: RestQuery, sorts: readonly Sort[]): RestPage<Sort> => ({
  ...parseSort(sorts, sort),
  ...parseRange(range),
});

const isOfKind = {
  number: (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0,
  word: (value: unknown) => typeof value === 'string' && /^\w{1,60}$/.test(value),
  boolean: (value: unknown) => typeof value === 'boolean',
};

interface ValueByKind {
  readonly number: number;
  readonly word: string;
  readonly boolean: boolean;
}

/** Filters of a list. Numbers are record ids, texts are enumerations. */
type RestFilters = Readonly<Record<string, keyof typeof isOfKind>>;
/** Chosen values of each filter. A row matches if it has one of them, so an empty list matches nothing. */
type RestFilter<Filters extends RestFilters> = {
  readonly [Name in keyof Filters]?: readonly ValueByKind[Filters[Name]][];
};

const parseRestFilter = <Filters extends RestFilters>(
  { filter = '{}' }: RestQuery,
  filters: Filters,
  example: string,
): RestFilter<Filters> => {
  const parsed = parseJson('filter', filter, example);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw formatError('filter', example);
  const entries = Object.entries(parsed).map(([name, value]) => {
    const kind = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (!kind) throw invalid({ field: `filter.${name}`, message: 'unknown' });
    const values: unknown[] = [value].flat();
    if (!values.every(isOfKind[kind])) throw invalid({ field: `filter.${name}`, message: 'pattern' });
    return [name, values];
  });
  return Object.fromEntries(entries) as RestFilter<Filters>;
};

/** A list in the query dialect of the library ra-data-simple-rest: names in the API and the SQL behind them. */
export interface RestList<Filters extends RestFilters = RestFilters> {
  readonly name: string;
  readonly select: string;
  readonly from: string;
  /** Column that decides the order of rows with equal sort values. */
  readonly key: string;
  readonly sorts: Readonly<Record<string, string>>;
  readonly filters: Filters;
  /** SQL expressions compared by the filters. */
  readonly filterColumns: { readonly [Name in keyof Filters]: string };
  /** Example of a valid filter, for error messages. */
  readonly example: string;
}

export const defineRestList = <const Filters extends RestFilters>(list: RestList<Filters>): RestList<Filters> => list;

export interface RestListQuery<Filters extends RestFilters> {
  readonly page: RestPage<string>;
  readonly filter: RestFilter<Filters>;
}

export const parseRestQuery = <Filters extends RestFilters>(
  list: RestList<Filters>,
  query: RestQuery,
): RestListQuery<Filters> => ({
  page: parseRestPage(query, Object.keys(list.sorts)),
  filter: parseRestFilter(query, list.filters, list.example),
});

export const readRestPage = async <Item, Filters extends RestFilters>(
  context: Pick<Context, 'reads'>,
  caller: Caller,
  list: RestList<Filters>,
  { page, filter }: RestListQuery<Filters>,
  conditions: readonly Condition[],
  present: (row: Row) => Item = row => row as Item,
): Promise<RangedPage<Item>> => {
  const { sort, direction, first, last } = page;
  const filterConditions = Object.entries(filter).map(([name, values]) =>
    isOneOf(list.filterColumns[name] ?? '', values as readonly unknown[]),
  );
  const query = {
    select: list.select,
    from: list.from,
    where: [...conditions, ...filterConditions],
    order: `${list.sorts[sort]} ${direction}, ${list.key} ${direction}`,
    limit: last - first + 1,
    offset: first,
  };
  const { rows, total } = await readPage(context, createQueryRunner(context, caller), query, async found => found);
  const rangeText = rows.length > 0 ? `${first}-${first + rows.length - 1}` : '*';
  return { items: rows.map(present), contentRange: `${list.name} ${rangeText}/${total}` };
};

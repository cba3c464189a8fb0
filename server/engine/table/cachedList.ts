import type { QueryRunner } from '../../db/read.ts';
import { type Statement, Values } from '../../db/sqlText.ts';
import type { Row } from './define.ts';
import type { CachedFact, KnownRow, ListCache } from './listMemory.ts';
import {
  type Condition,
  counterTotalSql,
  fullOrder,
  orderBy,
  type Sort,
  type TableListQuery,
  totalStatement,
} from './statement.ts';

/**
 * Number of rows at the start of an unfiltered list. A page that begins among these rows is read directly from the
 * index, without the cache.
 */
const nearRows = 1000;
/** Number of ids of a filtered list that are cached at once. */
const blockRows = 500;
/**
 * A filtered list is read with a limit that is this many times larger than needed. With a smaller limit the planner
 * would walk the index of the sort order, because it assumes evenly spread matches. Records without a sort value come
 * last. If only these match, such a walk would read everything.
 */
const overreadFactor = 50;

type CacheableQuery = TableListQuery & {
  readonly from: string;
  readonly cacheable: NonNullable<TableListQuery['cacheable']>;
};
type UnfilteredQuery = CacheableQuery & { readonly counter: NonNullable<TableListQuery['counter']> };
interface Page {
  readonly rows: Row[];
  readonly total: number;
}

/**
 * Whether pages of this list are cached. The first pages of an unfiltered list are not, because the index reads them
 * fast.
 */
export const isCacheable = (query: TableListQuery): query is CacheableQuery =>
  query.cacheable !== undefined && typeof query.from === 'string' && (!query.counter || query.offset >= nearRows);

const changeNumberSql = (companyId: number, values: Values): string =>
  `(select coalesce(max(changes), 0) from event_head where company_id = ${values.add(companyId)})`;

const readChangeNumber = async (read: QueryRunner, companyId: number): Promise<number> => {
  const values = new Values();
  const text = `select ${changeNumberSql(companyId, values)} as changes`;
  const [row] = await read<{ changes: number }>({ name: 'list_changes', text, values: values.list });
  return row?.changes ?? 0;
};

const conditionsSql = ({ where }: Pick<TableListQuery, 'where'>, values: Values): string =>
  where.map(condition => condition(values)).join(' and ');

const cacheKeyOf = (query: CacheableQuery): string => {
  const values = new Values();
  return JSON.stringify([query.from, conditionsSql(query, values), values.list, query.order]);
};

/**
 * Statement for the rows with these ids, if the company's change number is unchanged. The ids already satisfy all
 * conditions at that number. If the statement repeated the conditions, the planner would choose their indexes.
 */
const rowsByIdStatement = (
  query: CacheableQuery,
  changes: number,
  ids: Condition,
  total: Condition = () => '',
): Statement => {
  const values = new Values();
  const columns = typeof query.select === 'string' ? query.select : query.select(values);
  const text = `select ${columns}${total(values)} from ${query.from}
    where ${conditionsSql({ where: query.cacheable.visible }, values)} and id = any(${ids(values)})
      and ${changeNumberSql(query.cacheable.companyId, values)} = ${values.add(changes)} order by ${fullOrder(query, values)}`;
  return { text, values: values.list, ...(query.extraColumns && { extraColumns: query.extraColumns }) };
};

interface FoundRows extends CachedFact {
  readonly total: number;
  readonly ids: readonly number[];
}

/**
 * Counts a filtered list and reads a block of its ids, in one snapshot. A search collects its matches once for both.
 * Other filters may read the ids from the index of the sort order, if the planner finds that faster.
 */
const findRows = async (read: QueryRunner, query: CacheableQuery, from: number): Promise<FoundRows> => {
  const { limit, cacheable } = query;
  const { sort, isSearch, companyId } = cacheable;
  const values = new Values();
  const rows = `${query.from} where ${conditionsSql(query, values)}`;
  const rowsToEnd = from + blockRows + limit;
  const [matchesSql, countedFrom, idsFrom] = isSearch
    ? [
        `select id, ${sort.column} as key, ${query.firstRows?.(values) ?? 'false'} as first from ${rows}`,
        'found',
        `found order by first desc, ${orderBy({ ...sort, column: 'key' })}`,
      ]
    : [`select id from ${rows} order by ${query.order} limit ${rowsToEnd * overreadFactor}`, rows, 'found'];
  const text = `with found as materialized (${matchesSql}) select (select count(*) from ${countedFrom}) as total,
    array_to_string(array(select id from ${idsFrom}
      limit ${values.add(blockRows + limit)} offset ${values.add(from)}), ',') as ids,
    ${changeNumberSql(companyId, values)} as changes`;
  const [row] = await read<{ total: number; ids: string; changes: number }>({ text, values: values.list });
  if (!row) throw new Error('A count is a row.');
  return { total: row.total, ids: row.ids ? row.ids.split(',').map(Number) : [], changes: row.changes };
};

/**
 * Reads a page of a filtered list. All callers share one count and one sorted list of ids. The rows themselves are read
 * for each caller. `changeNumber` is the company's change number. Absent: the cached result is used, if it is still
 * valid.
 */
const readFilteredPage = async (
  memory: ListCache,
  read: QueryRunner,
  query: CacheableQuery,
  changeNumber?: number,
): Promise<Page | undefined> => {
  const { offset, limit } = query;
  const blockStart = offset - (offset % blockRows);
  const key = `${cacheKeyOf(query)} ${blockStart} ${limit}`;
  const found =
    changeNumber === undefined
      ? memory.known<FoundRows>(key)
      : await memory.find(key, changeNumber, () => findRows(read, query, blockStart));
  if (!found) return undefined;
  const { total, ids, changes } = found;
  const pageIds = ids.slice(offset - blockStart, offset - blockStart + limit);
  // A page without rows cannot confirm in its statement that the cached result is still valid.
  if (pageIds.length === 0) return changeNumber === undefined ? undefined : { rows: [], total };
  const rows = await read<Row>(rowsByIdStatement(query, changes, values => `${values.add(pageIds)}::bigint[]`));
  return rows.length === pageIds.length ? { rows, total } : undefined;
};

const reverseOrder = ({ column, direction, nullable }: Sort): string => {
  const reversed = direction === 'asc' ? 'desc' : 'asc';
  return `${column} ${reversed}${nullable ? ' nulls first' : ''}, id ${reversed}`;
};

/**
 * Condition for a row with a known position and all rows after it (`isForward`) or before it. If
 * the row has a sort value, rows without one do not match. If it has none, only rows without one match.
 */
const fromRowSql = ({ column, direction }: Sort, { key, id }: KnownRow, isForward: boolean, values: Values): string => {
  const comparison = (direction === 'asc') === isForward ? '>=' : '<=';
  return key === null
    ? `${column} is null and id ${comparison} ${values.add(id)}`
    : `(${column}, id) ${comparison} (${values.add(key)}, ${values.add(id)})`;
};

/**
 * Statement that finds the row at an offset of a list. It counts rows from the list's start, its end or a cached row
 * with a known position, whichever is nearest.
 */
const knownRowStatement = (query: UnfilteredQuery, total: number, nearestKnownRow: KnownRow | undefined): Statement => {
  const { from, offset, cacheable, counter } = query;
  const values = new Values();
  const conditions = conditionsSql(query, values);
  const changes = changeNumberSql(cacheable.companyId, values);
  const select = `select ${cacheable.sort.column}::text as key, id, ${changes} as changes from ${from} where ${conditions}`;
  const steps = nearestKnownRow ? Math.abs(offset - nearestKnownRow.position) : Number.POSITIVE_INFINITY;
  if (nearestKnownRow && steps < Math.min(offset, total - offset)) {
    const isForward = nearestKnownRow.position <= offset;
    const order = isForward ? query.order : reverseOrder(cacheable.sort);
    const text = `${select} and ${fromRowSql(cacheable.sort, nearestKnownRow, isForward, values)}
      and ${changes} = ${values.add(nearestKnownRow.changes)} order by ${order} limit 1 offset ${values.add(steps)}`;
    return { text, values: values.list };
  }
  if (offset <= total / 2)
    return { text: `${select} order by ${query.order} limit 1 offset ${values.add(offset)}`, values: values.list };
  // This statement counts back from the last row. It reads the total too, so that both belong to one snapshot.
  const offsetFromEnd = `greatest((${counterTotalSql(counter, values)}) - 1 - ${values.add(offset)}::bigint, 0)`;
  return {
    text: `${select} order by ${reverseOrder(cacheable.sort)} limit 1 offset ${offsetFromEnd}`,
    values: values.list,
  };
};

interface FoundRow extends CachedFact {
  /** The row at the requested offset. Absent if the list is shorter. */
  readonly knownRow?: KnownRow;
}

const findKnownRow = async (
  memory: ListCache,
  read: QueryRunner,
  query: UnfilteredQuery,
  listKey: string,
  changeNumber: number,
): Promise<FoundRow> => {
  const { offset: position, counter } = query;
  const [counted] = await read<{ _total: number }>(totalStatement(counter));
  const total = counted?._total ?? 0;
  if (position >= total) return { changes: changeNumber };
  const readKnownRow = async (startRow?: KnownRow) => {
    const [found] = await read<Omit<KnownRow, 'position'>>(knownRowStatement(query, total, startRow));
    return found && { ...found, position };
  };
  const nearestKnownRow = memory.nearestKnownRow(listKey, changeNumber, position);
  // A cached position leads to no row after a change of the list. The same holds if rows without a sort value begin
  // between the cached row and the requested row. In both cases the row is found without the cached position.
  const knownRow = (nearestKnownRow && (await readKnownRow(nearestKnownRow))) ?? (await readKnownRow());
  if (!knownRow) return { changes: changeNumber };
  memory.addKnownRow(listKey, knownRow);
  return { changes: knownRow.changes, knownRow };
};

/**
 * Reads a page far from the start of an unfiltered list. The page begins at a cached row whose position is
 * known. Undefined if there is no such row, or it is no longer valid.
 */
const readFarPage = async (
  memory: ListCache,
  read: QueryRunner,
  query: UnfilteredQuery,
  changeNumber?: number,
): Promise<Page | undefined> => {
  const { from, order, limit, offset, counter, cacheable } = query;
  const listKey = cacheKeyOf(query);
  const key = `${listKey} ${offset}`;
  const found =
    changeNumber === undefined
      ? memory.known<FoundRow>(key)
      : await memory.find(key, changeNumber, () => findKnownRow(memory, read, query, listKey, changeNumber));
  if (!found?.knownRow) return undefined;
  const { knownRow } = found;
  const idsCondition = (values: Values) =>
    `array(select id from ${from} where ${conditionsSql(query, values)} and ${fromRowSql(cacheable.sort, knownRow, true, values)}
      and ${changeNumberSql(cacheable.companyId, values)} = ${values.add(knownRow.changes)} order by ${order} limit ${values.add(limit)})`;
  const total = (values: Values) => `, (${counterTotalSql(counter, values)}) as _total`;
  const rows = await read<Row>(rowsByIdStatement(query, knownRow.changes, idsCondition, total));
  const counted = Number(rows[0]?._total);
  const isComplete = rows.length === limit || offset + rows.length === counted;
  return rows.length > 0 && isComplete ? { rows, total: counted } : undefined;
};

/**
 * Reads a page and its total with cached counts, ids and positions of rows. Cached values that are no longer valid are
 * read again. Undefined if the list changes faster than it is read, or ends before the page. The caller then reads
 * without the cache.
 */
export const readCachedPage = async (
  memory: ListCache,
  read: QueryRunner,
  query: CacheableQuery,
): Promise<Page | undefined> => {
  const { counter, cacheable } = query;
  for (const trustCache of [true, false, false]) {
    const changeNumber = trustCache ? undefined : await readChangeNumber(read, cacheable.companyId);
    const page = counter
      ? await readFarPage(memory, read, { ...query, counter }, changeNumber)
      : await readFilteredPage(memory, read, query, changeNumber);
    if (page) return page;
  }
  return undefined;
};

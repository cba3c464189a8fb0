import type { QueryRunner } from '../../db/read.ts';
import { type Statement, Values } from '../../db/sqlText.ts';
import type { Row } from './define.ts';
import type { Anchor, Anchors, CachedFact, ListCache } from './listMemory.ts';
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
 * Number of rows between two anchors of an unfiltered list. A page that begins this near to the start of the list is
 * read directly from the index, without the cache.
 */
const anchorStep = 1000;
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
  query.cacheable !== undefined && typeof query.from === 'string' && (!query.counter || query.offset >= anchorStep);

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
 * Statement for the rows with these ids. The ids already satisfy all conditions. If the statement repeated the
 * conditions, the planner would choose their indexes. `changes`: no rows if the company's change number differs.
 */
const rowsByIdStatement = (
  query: CacheableQuery,
  ids: Condition,
  { changes, total = () => '' }: { readonly changes?: number; readonly total?: Condition } = {},
): Statement => {
  const values = new Values();
  const { visible, companyId } = query.cacheable;
  const columns = typeof query.select === 'string' ? query.select : query.select(values);
  const unchanged = changes === undefined ? '' : ` and ${changeNumberSql(companyId, values)} = ${values.add(changes)}`;
  const text = `select ${columns}${total(values)} from ${query.from}
    where ${conditionsSql({ where: visible }, values)} and id = any(${ids(values)})${unchanged}
    order by ${fullOrder(query, values)}`;
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
 * for each caller. `changeNumber` is the company's change number, and the ids are read if they are older. Absent: the
 * cached ids are used, if nothing has changed since. Undefined if there are none, or a row has gone meanwhile.
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
  const { total, ids } = found;
  const pageIds = ids.slice(offset - blockStart, offset - blockStart + limit);
  // The statement that reads the rows also checks that the cached result is still valid. A page without rows has no
  // such statement.
  if (pageIds.length === 0) return changeNumber === undefined ? undefined : { rows: [], total };
  const expected = changeNumber === undefined ? { changes: found.changes } : {};
  const rows = await read<Row>(rowsByIdStatement(query, values => `${values.add(pageIds)}::bigint[]`, expected));
  return rows.length === pageIds.length ? { rows, total } : undefined;
};

const reverseOrder = ({ column, direction, nullable }: Sort): string => {
  const reversed = direction === 'asc' ? 'desc' : 'asc';
  return `${column} ${reversed}${nullable ? ' nulls first' : ''}, id ${reversed}`;
};

/**
 * Statement for the anchors of a list: its first row and each `anchorStep`-th row after it, and the same of its rows
 * without a sort value, which follow. Walking from anchor to anchor takes less than half the time of numbering all rows.
 */
const anchorsStatement = (query: UnfilteredQuery): Statement => {
  const { from, order, cacheable } = query;
  const { column, direction, nullable } = cacheable.sort;
  const values = new Values();
  const rows = `from ${from} where ${conditionsSql(query, values)}`;
  const after = direction === 'asc' ? '>' : '<';
  const next = `limit 1 offset ${anchorStep - 1}`;
  const withoutValue = `,
    ended (place) as (
      select place + (select count(*) ${rows} and (${column}, id) ${after}= (last.key, last.id))
      from (select * from valued order by place desc limit 1) as last
    ), blank (place, id) as (
      (select coalesce((select place from ended), 0), id ${rows} and ${column} is null order by id ${direction} limit 1)
      union all
      select blank.place + ${anchorStep}, next.id from blank cross join lateral
        (select id ${rows} and ${column} is null and id ${after} blank.id order by id ${direction} ${next}) as next
    )`;
  const text = `with recursive valued (place, key, id) as (
      (select 0::bigint, ${column}, id ${rows}${nullable ? ` and ${column} is not null` : ''} order by ${order} limit 1)
      union all
      select valued.place + ${anchorStep}, next.key, next.id from valued cross join lateral
        (select ${column} as key, id ${rows} and (${column}, id) ${after} (valued.key, valued.id) order by ${order} ${next}) as next
    )${nullable ? withoutValue : ''}
    select place, key::text, id, ${changeNumberSql(cacheable.companyId, values)} as changes
    from (select * from valued${nullable ? ' union all select place, null, id from blank' : ''}) as anchors order by place`;
  return { text, values: values.list };
};

const readAnchors = async (read: QueryRunner, query: UnfilteredQuery): Promise<Anchors> => {
  const rows = await read<Anchor & CachedFact>(anchorsStatement(query));
  return { changes: rows[0]?.changes ?? 0, rows };
};

/** Ids of the page, counted from an anchor. Rows without a sort value follow all others. */
const idsAfterAnchor = (query: UnfilteredQuery, { place, key, id }: Anchor, values: Values): string => {
  const { from, order, offset, limit, cacheable } = query;
  const { column, direction, nullable } = cacheable.sort;
  const conditions = conditionsSql(query, values);
  const comparison = direction === 'asc' ? '>=' : '<=';
  const steps = offset - place;
  const rowsWhere = (condition: string) =>
    `(select ${column} as key, id from ${from} where ${conditions} and ${condition} order by ${order} limit ${steps + limit})`;
  const withoutValue = `${column} is null`;
  const rows =
    key === null
      ? [rowsWhere(`${withoutValue} and id ${comparison} ${values.add(id)}`)]
      : [
          rowsWhere(`(${column}, id) ${comparison} (${values.add(key)}, ${values.add(id)})`),
          ...(nullable ? [rowsWhere(withoutValue)] : []),
        ];
  return `select id from (${rows.join(' union all ')}) as rows
    order by ${orderBy({ ...cacheable.sort, column: 'key' })} limit ${limit} offset ${steps}`;
};

/** Ids of the page, counted back from the list's last row. The total is read in the same snapshot. */
const idsFromEnd = (query: UnfilteredQuery, values: Values): string => {
  const { from, limit, offset, counter, cacheable } = query;
  const rowsToEnd = `(${counterTotalSql(counter, values)}) - ${values.add(offset)}::bigint`;
  return `select id from ${from} where ${conditionsSql(query, values)} order by ${reverseOrder(cacheable.sort)}
    limit greatest(least(${limit}, ${rowsToEnd}), 0) offset greatest(${rowsToEnd} - ${limit}, 0)`;
};

/**
 * Reads a page far from the start of an unfiltered list. It is counted from the list's end or from an anchor,
 * whichever is near. The rows are read live. Only the place of the page's first row in the list is as old as the
 * anchors. Undefined if the list ends before or within the page.
 */
const readFarPage = async (memory: ListCache, read: QueryRunner, query: UnfilteredQuery): Promise<Page | undefined> => {
  const { offset, limit, counter, cacheable } = query;
  const [counted] = await read<{ _total: number }>(totalStatement(counter));
  const rowsToEnd = Number(counted?._total ?? 0) - offset;
  if (rowsToEnd <= 0) return undefined;
  const anchors =
    rowsToEnd <= anchorStep
      ? []
      : await memory.anchors(
          cacheKeyOf(query),
          () => readAnchors(read, query),
          () => readChangeNumber(read, cacheable.companyId),
        );
  const anchor = anchors.findLast(({ place }) => place <= offset);
  const ids = (values: Values) => (anchor ? idsAfterAnchor(query, anchor, values) : idsFromEnd(query, values));
  const total = (values: Values) => `, (${counterTotalSql(counter, values)}) as _total`;
  const rows = await read<Row>(rowsByIdStatement(query, values => `array(${ids(values)})`, { total }));
  const totalNow = Number(rows[0]?._total);
  const isComplete = rows.length === limit || offset + rows.length === totalNow;
  return rows.length > 0 && isComplete ? { rows, total: totalNow } : undefined;
};

/**
 * Reads a page and its total with cached counts, ids and anchors. Undefined if the list changes faster than it is read,
 * or ends before the page. The caller then reads without the cache.
 */
export const readCachedPage = async (
  memory: ListCache,
  read: QueryRunner,
  query: CacheableQuery,
): Promise<Page | undefined> => {
  const { counter, cacheable } = query;
  if (counter) return readFarPage(memory, read, { ...query, counter });
  for (const trustCache of [true, false, false]) {
    const changeNumber = trustCache ? undefined : await readChangeNumber(read, cacheable.companyId);
    const page = await readFilteredPage(memory, read, query, changeNumber);
    if (page) return page;
  }
  return undefined;
};

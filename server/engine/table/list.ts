import type { Context, RowStream } from '../../context.ts';
import { createQueryRunner, type QueryRunner } from '../../db/read.ts';
import { DomainError } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { isCacheable, readCachedPage } from './cachedList.ts';
import type { Present, Query, RequestContext, Row, Table } from './define.ts';
import { type Bucket, tableQuery } from './query.ts';
import { fillTitles } from './references.ts';
import { openRowStream, openSlowReader } from './rowStream.ts';
import { listStatement, type TableListQuery } from './statement.ts';

/** PostgreSQL's code of a statement that exceeded its time limit. */
const queryCanceled = '57014';

/** Maximum number of rows of a page that is sent as a whole. Larger pages are streamed in batches. */
export const largestPage = 1000;

export const readPage = async (
  { reads }: Pick<Context, 'reads'>,
  read: QueryRunner,
  query: TableListQuery,
  present: Present,
): Promise<{ rows: Row[]; total: number }> => {
  const cachedPage = isCacheable(query) && (await readCachedPage(reads.memory, read, query));
  if (cachedPage) return { ...cachedPage, rows: await present(cachedPage.rows, read) };
  const { page, total } = listStatement(query);
  const rows = await read<Row>(page);
  // An empty first page means that nothing matches. A page behind the last row is empty too, so its total needs a query
  // of its own.
  if (rows.length === 0 && query.offset === 0) return { rows, total: 0 };
  const [counted] = rows.length > 0 ? rows : await read<Row>(total);
  return { total: Number(counted?._total), rows: await present(rows, read) };
};

/**
 * Share of a list's time limit. A list that `readSlowPage` reads within this share is not slow. The share is small
 * because three backends ran the query in parallel.
 */
const quickTimeShare = 0.25;

const isTooCostly = (error: unknown): boolean =>
  (error as { code?: string }).code === (error instanceof DomainError ? 'TOO_COSTLY' : queryCanceled);

/**
 * Reads a page whose query exceeded the time limit of lists. It uses one of the few connections for whole lists, which
 * have a longer time limit. So the answer is late instead of an error. If other callers get the cached result, the
 * query continues when this caller disconnects.
 */
const readSlowPage = async (
  context: Context,
  { caller, request }: Pick<ListRequest, 'caller' | 'request'>,
  query: TableListQuery,
  present: Present,
) => {
  const reader = { owner: caller, signal: request.signal, continuesAfterAbort: isCacheable(query) };
  const { read, close } = await openSlowReader(context, reader);
  const startedMs = performance.now();
  try {
    const page = await readPage(context, read, query, present);
    return { page, tookMs: performance.now() - startedMs };
  } finally {
    await close();
  }
};

/**
 * Key under which the cost of a list is remembered: company, resource, dates and filters. Order and page hardly change
 * the cost.
 */
const costKeyOf = ({ resource }: Table, { companyId }: Caller, { sort, page, pageSize, ...filters }: Query): string =>
  JSON.stringify([companyId, resource.name, Object.entries(filters).sort()]);

export interface ListRequest extends RequestContext {
  readonly bucket?: Bucket | undefined;
  readonly query: Query;
  /** Request whose abort signal is set when the response ends, complete or not. */
  readonly request: { readonly signal: AbortSignal };
}

export type ListAnswer = { readonly Items: Row[]; readonly Total: number } | RowStream;

/** Reads a page of a described list. A page above `largestPage` is a stream. */
export const readList = async (
  context: Context,
  table: Table,
  { caller, presentContext, bucket, query, request }: ListRequest,
): Promise<ListAnswer> => {
  const pageQuery = tableQuery(table, caller, bucket, query, presentContext.nowIso);
  const present: Present = async (rows, read) => {
    await fillTitles(read, table.resource, caller.companyId, presentContext, rows);
    await table.computed?.rows?.(read, caller.companyId, rows, presentContext);
    if (table.present) for (const row of rows) table.present(row, presentContext);
    return rows;
  };
  if (pageQuery.limit > largestPage) {
    // The abort signal is read only for a stream, because creating the signal is expensive.
    const reader = { owner: caller, signal: request.signal };
    return openRowStream(context, reader, listStatement(pageQuery), present);
  }
  const { memory } = context.reads;
  const toAnswer = ({ rows, total }: Awaited<ReturnType<typeof readPage>>) => ({ Items: rows, Total: total });
  // Only a filtered list can stay slow. A search gets cheaper with more letters, and an unfiltered list is read from an
  // index.
  const isFiltered = query.search === undefined && pageQuery.counter === undefined;
  const costKey = pageQuery.isComputed ? costKeyOf(table, caller, query) : undefined;
  const readSlowly = async () => {
    const { page, tookMs } = await readSlowPage(context, { caller, request }, pageQuery, present);
    // The list is no longer treated as slow, because its earlier timeout had another cause, such as a busy database.
    if (costKey && tookMs < context.reads.limitMs * quickTimeShare) memory.clearSlow(costKey);
    return toAnswer(page);
  };
  if (costKey && memory.isSlow(costKey)) return readSlowly();
  try {
    return toAnswer(await readPage(context, createQueryRunner(context, caller), pageQuery, present));
  } catch (error) {
    if (!(costKey || isFiltered) || !isTooCostly(error)) throw error;
    if (costKey) memory.markSlow(costKey);
    return readSlowly();
  }
};

import type { Context, RowStream } from '../../context.ts';
import { type Read, reading } from '../../db/read.ts';
import { DomainError } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { isRemembered, readRemembered } from './cachedList.ts';
import type { Present, Query, RequestContext, Row, Table } from './define.ts';
import { type Bucket, tableQuery } from './query.ts';
import { fillTitles } from './references.ts';
import { openReading, openRowStream } from './rowStream.ts';
import { type ListQuestion, listStatement } from './statement.ts';

/** PostgreSQL's code of a statement that exceeded its time limit. */
const queryCanceled = '57014';

/** Larger pages are streamed in batches. */
export const largestPage = 1000;

/** Reads a page of a list with the exact total. */
export const readPage = async (
  { reads }: Pick<Context, 'reads'>,
  read: Read,
  question: ListQuestion,
  present: Present,
): Promise<{ rows: Row[]; total: number }> => {
  const remembered = isRemembered(question) && (await readRemembered(reads.memory, read, question));
  if (remembered) return { ...remembered, rows: await present(remembered.rows, read) };
  const { page, total } = listStatement(question);
  const rows = await read<Row>(page);
  // An empty first page means that nothing matches. A page behind the last row is empty too, so its total needs a query
  // of its own.
  if (rows.length === 0 && question.offset === 0) return { rows, total: 0 };
  const [counted] = rows.length > 0 ? rows : await read<Row>(total);
  return { total: Number(counted?._total), rows: await present(rows, read) };
};

/**
 * Share of a list's time limit. A list that `readPatiently` reads within this share is not slow. The share is small
 * because three backends ran the query in parallel.
 */
const quickShare = 0.25;

const isTooCostly = (error: unknown): boolean =>
  (error as { code?: string }).code === (error instanceof DomainError ? 'TOO_COSTLY' : queryCanceled);

/**
 * Reads a page whose query exceeded the time limit of lists. It uses one of the few connections for whole lists, which
 * have a longer time limit. So the answer is late instead of an error. If other callers get the cached result, the
 * query continues when this caller disconnects.
 */
const readPatiently = async (
  context: Context,
  { caller, request }: Pick<ListRequest, 'caller' | 'request'>,
  question: ListQuestion,
  present: Present,
) => {
  const reader = { owner: caller, signal: request.signal, goesOn: isRemembered(question) };
  const { read, close } = await openReading(context, reader);
  const startedMs = performance.now();
  try {
    const page = await readPage(context, read, question, present);
    return { page, tookMs: performance.now() - startedMs };
  } finally {
    await close();
  }
};

/** Key of a list's cost: company, resource, dates and filters. Order and page hardly change the cost. */
const workOf = ({ resource }: Table, { companyId }: Caller, { sort, page, pageSize, ...asked }: Query): string =>
  JSON.stringify([companyId, resource.name, Object.entries(asked).sort()]);

export interface ListRequest extends RequestContext {
  readonly bucket?: Bucket | undefined;
  readonly query: Query;
  /** The signal is aborted when the response ends, complete or not. */
  readonly request: { readonly signal: AbortSignal };
}

export type ListAnswer = { readonly Items: Row[]; readonly Total: number } | RowStream;

/** Reads a page of a described list. A page above `largestPage` is a stream. */
export const readList = async (
  context: Context,
  table: Table,
  { caller, presentContext, bucket, query, request }: ListRequest,
): Promise<ListAnswer> => {
  const question = tableQuery(table, caller, bucket, query, presentContext.nowIso);
  const present: Present = async (rows, read) => {
    await fillTitles(read, table.resource, caller.companyId, presentContext, rows);
    await table.computed?.rows?.(read, caller.companyId, rows, presentContext);
    if (table.present) for (const row of rows) table.present(row, presentContext);
    return rows;
  };
  if (question.limit > largestPage) {
    // The signal is read only here because it is expensive to create.
    const reader = { owner: caller, signal: request.signal };
    return openRowStream(context, reader, listStatement(question), present);
  }
  const { memory } = context.reads;
  const answer = ({ rows, total }: Awaited<ReturnType<typeof readPage>>) => ({ Items: rows, Total: total });
  // Only a filtered list can stay slow. A search gets cheaper with more letters, and an unfiltered list is read from an
  // index.
  const isFiltered = query.search === undefined && question.counter === undefined;
  const list = question.workedOut ? workOf(table, caller, query) : undefined;
  const patiently = async () => {
    const { page, tookMs } = await readPatiently(context, { caller, request }, question, present);
    // The earlier timeout had another cause, such as a busy database, so the list is no longer treated as slow.
    if (list && tookMs < context.reads.limitMs * quickShare) memory.forgetLong(list);
    return answer(page);
  };
  if (list && memory.isLong(list)) return patiently();
  try {
    return answer(await readPage(context, reading(context, caller), question, present));
  } catch (error) {
    if (!(list || isFiltered) || !isTooCostly(error)) throw error;
    if (list) memory.rememberLong(list);
    return patiently();
  }
};

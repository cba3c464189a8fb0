import type { Caller, Context, RowStream } from '../context.ts';
import { type Read, reading } from '../db/read.ts';
import { DomainError } from '../errors.ts';
import type { Asking, Present, Query, Row, Table } from './define.ts';
import { isRemembered, readRemembered } from './numbered.ts';
import { type Bucket, tableQuestion } from './query.ts';
import { fillTitles } from './references.ts';
import { openReading, openRowStream } from './rowStream.ts';
import { type ListQuestion, listStatement } from './statement.ts';

/** PostgreSQL's code of a statement that ran out of time. */
const queryCanceled = '57014';

/** Larger answers are sent in batches. */
export const largestPage = 1000;

/** A page of a list, with the exact total. */
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
  // An empty first page means no match; behind the last page the total needs a query of its own.
  if (rows.length === 0 && question.offset === 0) return { rows, total: 0 };
  const [counted] = rows.length > 0 ? rows : await read<Row>(total);
  return { total: Number(counted?._total), rows: await present(rows, read) };
};

/** What takes less of the time of a list over a connection of whole lists would not be too long without: three processes work on it. */
const quickShare = 0.25;

const isTooCostly = (error: unknown): boolean =>
  (error as { code?: string }).code === (error instanceof DomainError ? 'TOO_COSTLY' : queryCanceled);

/**
 * A page that more records have to be gone through for than the time of a list allows: with the time and the few connections
 * of whole lists, so that it is answered late and not refused. What is remembered is found for all who ask, and goes on when
 * one of them leaves who has come to it.
 */
const readPatiently = async (
  context: Context,
  { caller, request }: Pick<ListRequest, 'caller' | 'request'>,
  question: ListQuestion,
  present: Present,
) => {
  const reader = { holder: caller, signal: request.signal, goesOn: isRemembered(question) };
  const { read, close } = await openReading(context, reader);
  const startedMs = performance.now();
  try {
    const page = await readPage(context, read, question, present);
    return { page, tookMs: performance.now() - startedMs };
  } finally {
    await close();
  }
};

/** What a list is worked out of: its dates and filters decide how long that takes; order and page hardly do. */
const workOf = ({ resource }: Table, { companyId }: Caller, { sort, page, pageSize, ...asked }: Query): string =>
  JSON.stringify([companyId, resource.name, Object.entries(asked).sort()]);

export interface ListRequest extends Asking {
  readonly bucket?: Bucket | undefined;
  readonly query: Query;
  /** Its signal is aborted when the response ends, complete or not. */
  readonly request: { readonly signal: AbortSignal };
}

export type ListAnswer = { readonly Items: Row[]; readonly Total: number } | RowStream;

/** A page of a described list; a very large one as a stream. */
export const readList = async (
  context: Context,
  table: Table,
  { caller, how, bucket, query, request }: ListRequest,
): Promise<ListAnswer> => {
  const question = tableQuestion(table, caller, bucket, query, how.nowIso);
  const present: Present = async (rows, read) => {
    await fillTitles(read, table.resource, caller.companyId, how, rows);
    await table.fill?.(read, caller.companyId, rows, how);
    if (table.present) for (const row of rows) table.present(row, how);
    return rows;
  };
  if (question.limit > largestPage) {
    // Asked for here alone: a signal is costly to make.
    const reader = { holder: caller, signal: request.signal };
    return openRowStream(context, reader, listStatement(question), present);
  }
  const { memory } = context.reads;
  const answer = ({ rows, total }: Awaited<ReturnType<typeof readPage>>) => ({ Items: rows, Total: total });
  // More letters make a search cheaper, and a whole list is read off an index; a filter is what it is.
  const isFiltered = query.search === undefined && question.counter === undefined;
  const list = question.workedOut ? workOf(table, caller, query) : undefined;
  const patiently = async () => {
    const { page, tookMs } = await readPatiently(context, { caller, request }, question, present);
    // It was the database that stood still, or it was busy with others: the list is none of those that take long.
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

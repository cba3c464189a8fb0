import type { Caller, Context, RowStream } from '../context.ts';
import { reading } from '../db/read.ts';
import { DomainError } from '../errors.ts';
import type { Asking, Present, Query, Row, Table } from './define.ts';
import { isRemembered, readRemembered } from './numbered.ts';
import { type Bucket, tableQuestion } from './query.ts';
import { fillTitles } from './references.ts';
import { openRowStream, type Reader } from './rowStream.ts';
import { type ListQuestion, listStatement } from './statement.ts';

/** PostgreSQL's code of a statement that ran out of time. */
const queryCanceled = '57014';

/** Larger answers are sent in batches. */
export const largestPage = 1000;

/** A page of a list, with the exact total. */
export const readPage = async (
  context: Pick<Context, 'reads'>,
  { accountId }: Caller,
  question: ListQuestion,
  present: Present,
): Promise<{ rows: Row[]; total: number }> => {
  const read = reading(context, accountId);
  const remembered = isRemembered(question) && (await readRemembered(context.reads.memory, read, question));
  if (remembered) return { ...remembered, rows: await present(remembered.rows, read) };
  const { page, total } = listStatement(question);
  const rows = await read<Row>(page);
  // An empty first page means no match; behind the last page the total needs a query of its own.
  if (rows.length === 0 && question.offset === 0) return { rows, total: 0 };
  const [counted] = rows.length > 0 ? rows : await read<Row>(total);
  return { total: Number(counted?._total), rows: await present(rows, read) };
};

const isTooCostly = (error: unknown): boolean =>
  (error as { code?: string }).code === (error instanceof DomainError ? 'TOO_COSTLY' : queryCanceled);

/**
 * A page of rows that are worked out for the question, as scores of a period, of more records than can be gone through in the
 * time of a list: with the time and the few connections of whole lists, so that it is answered late and not refused.
 */
const readPatiently = async (context: Context, reader: Reader, question: ListQuestion, present: Present) => {
  const stream = await openRowStream(context, reader, listStatement(question), present, largestPage + 1);
  const rows = (await stream.next()) as Row[];
  await stream.close();
  return { Items: rows, Total: stream.total };
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
  // Asked for by the few that need it: a signal is costly to make.
  const reader = () => ({ holder: caller.accountId, signal: request.signal });
  if (question.limit > largestPage) return openRowStream(context, reader(), listStatement(question), present);
  const { memory } = context.reads;
  const patiently = () => readPatiently(context, reader(), question, present);
  const list = question.workedOut && workOf(table, caller, query);
  if (list && memory.isLong(list)) return patiently();
  try {
    const { rows, total } = await readPage(context, caller, question, present);
    return { Items: rows, Total: total };
  } catch (error) {
    if (!list || !isTooCostly(error)) throw error;
    memory.rememberLong(list);
    return patiently();
  }
};

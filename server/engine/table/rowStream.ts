import type { PoolClient } from 'pg';
import type { Context, RowStream } from '../../context.ts';
import type { QueryRunner } from '../../db/read.ts';
import { queryRows } from '../../db/rowObjects.ts';
import type { SlotOwner } from '../../db/semaphore.ts';
import type { Statement } from '../../db/sqlText.ts';
import { DomainError } from '../../errors.ts';
import type { Present, Row } from './define.ts';
import type { ListStatement } from './statement.ts';

type StreamStatement = Pick<Statement, 'text' | 'extraColumns'> & Partial<Statement>;
type Streams = Pick<Context, 'streams' | 'pool'>;

/**
 * Number of rows that a stream fetches in one batch. A batch takes a few milliseconds, then other requests get their
 * turn.
 */
const defaultBatchRows = 500;

/** The client that reads a stream. `signal` is aborted when the response ends, complete or not. */
export interface StreamReader {
  readonly owner: SlotOwner;
  readonly signal: AbortSignal;
  /** Set if other callers get the result too. The query then continues when this reader disconnects. */
  readonly continuesAfterAbort?: boolean;
}

/**
 * Opens a connection for sequential statements. `close` may run at any time and repeatedly. It returns the connection
 * to the pool outside any transaction, or destroys it.
 */
const openConnection = async ({ streams, pool }: Streams, { owner, signal, continuesAfterAbort }: StreamReader) => {
  const leaveSemaphore = await streams.semaphore.enter(owner, signal);
  const client = (await streams.pool.connect().catch(error => {
    leaveSemaphore();
    throw error;
  })) as PoolClient & { readonly processID: number };
  let runningStatement: Promise<unknown> | undefined;
  let closing: Promise<void> | undefined;

  const endConnection = async (): Promise<void> => {
    try {
      if (runningStatement) {
        const statementEnd = runningStatement.catch(() => {});
        await pool.query('select pg_cancel_backend($1::integer)', [client.processID]);
        await statementEnd;
      }
      await client.query('rollback');
      client.release();
    } catch (error) {
      client.release(error as Error);
    } finally {
      leaveSemaphore();
    }
  };
  const close = (): Promise<void> => {
    closing ??= endConnection();
    return closing;
  };
  const run = async ({ text, values = [], extraColumns }: StreamStatement): Promise<Row[]> => {
    // The client has disconnected since the last statement, so no further statement runs.
    if (closing) throw new DomainError('OVERLOADED');
    const result = queryRows<Row>(client, { text, values, ...(extraColumns && { extraColumns }) });
    runningStatement = result;
    try {
      return await result;
    } finally {
      runningStatement = undefined;
    }
  };
  if (continuesAfterAbort) return { run, close };
  if (signal.aborted) await close();
  else signal.addEventListener('abort', close, { once: true });
  return { run, close };
};

/**
 * Opens a reader on one of the few connections for whole lists, which have a longer time limit. The caller must close
 * it.
 */
export const openSlowReader = async (
  context: Streams,
  reader: StreamReader,
): Promise<{ readonly read: QueryRunner; readonly close: () => Promise<void> }> => {
  const { run, close } = await openConnection(context, reader);
  return { read: statement => run(statement) as never, close };
};

/**
 * Streams a whole list as one snapshot, in batches. The first batch is read before the function returns, so a database
 * error is reported before the first byte. The connection is released after the last row, and in any case when the
 * response ends.
 */
export const openRowStream = async (
  context: Streams,
  reader: StreamReader,
  { total, rows }: ListStatement,
  present: Present,
  batchRows = defaultBatchRows,
): Promise<Required<RowStream>> => {
  const { run, close } = await openConnection(context, reader);
  const read: QueryRunner = statement => run(statement) as never;
  const fetchBatch = async (): Promise<Row[]> => {
    const batch = await run({
      text: `fetch ${batchRows} from batch`,
      ...(rows.extraColumns && { extraColumns: rows.extraColumns }),
    });
    const presented = await present(batch, read);
    if (batch.length < batchRows) await close();
    return presented;
  };
  try {
    await run({ text: 'begin isolation level repeatable read read only' });
    const [counted] = await run(total);
    await run({ text: `declare batch no scroll cursor for ${rows.text}`, values: rows.values });
    let firstBatch: Row[] | undefined = await fetchBatch();
    let isLastBatch = firstBatch.length < batchRows;
    return {
      total: Number(counted?._total),
      sendTimeoutMs: context.streams.sendTimeoutMs,
      next: async () => {
        if (isLastBatch && !firstBatch) return [];
        const batch = firstBatch ?? (await fetchBatch());
        firstBatch = undefined;
        isLastBatch = batch.length < batchRows;
        return batch;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

import type { PoolClient } from 'pg';
import type { Context, RowStream } from '../../context.ts';
import type { Read } from '../../db/read.ts';
import { queryRows } from '../../db/rowObjects.ts';
import type { SlotOwner } from '../../db/semaphore.ts';
import type { Statement } from '../../db/sqlText.ts';
import { DomainError } from '../../errors.ts';
import type { Present, Row } from './define.ts';
import type { ListStatement } from './statement.ts';

type ReadStatement = Pick<Statement, 'text' | 'beside'> & Partial<Statement>;
type Streams = Pick<Context, 'streams' | 'pool'>;

/** Rows in one fetch. A batch takes a few milliseconds, then other requests get their turn. */
const usualBatchRows = 500;

/** The reader of a stream. The signal is aborted when the response ends, complete or not. */
export interface Reader {
  readonly owner: SlotOwner;
  readonly signal: AbortSignal;
  /** Set if other callers get the result too. The query then continues when this reader disconnects. */
  readonly goesOn?: boolean;
}

/**
 * Opens a connection for sequential statements. `close` may run at any time and repeatedly. It returns the connection
 * to the pool outside any transaction, or destroys it.
 */
const openConnection = async ({ streams, pool }: Streams, { owner, signal, goesOn }: Reader) => {
  const leave = await streams.semaphore.enter(owner, signal);
  const client = (await streams.pool.connect().catch(error => {
    leave();
    throw error;
  })) as PoolClient & { readonly processID: number };
  let atWork: Promise<unknown> | undefined;
  let closed: Promise<void> | undefined;

  const end = async (): Promise<void> => {
    try {
      if (atWork) {
        const over = atWork.catch(() => {});
        await pool.query('select pg_cancel_backend($1::integer)', [client.processID]);
        await over;
      }
      await client.query('rollback');
      client.release();
    } catch (error) {
      client.release(error as Error);
    } finally {
      leave();
    }
  };
  const close = (): Promise<void> => {
    closed ??= end();
    return closed;
  };
  const run = async ({ text, values = [], beside }: ReadStatement): Promise<Row[]> => {
    // The client disconnected between two statements.
    if (closed) throw new DomainError('OVERLOADED');
    const answer = queryRows<Row>(client, { text, values, ...(beside && { beside }) });
    atWork = answer;
    try {
      return await answer;
    } finally {
      atWork = undefined;
    }
  };
  if (goesOn) return { run, close };
  if (signal.aborted) await close();
  else signal.addEventListener('abort', close, { once: true });
  return { run, close };
};

/** Opens a reader on the connections of whole lists, which have a longer time limit. The caller must close it. */
export const openReading = async (
  context: Streams,
  reader: Reader,
): Promise<{ readonly read: Read; readonly close: () => Promise<void> }> => {
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
  reader: Reader,
  { total, rows }: ListStatement,
  present: Present,
  batchRows = usualBatchRows,
): Promise<Required<RowStream>> => {
  const { run, close } = await openConnection(context, reader);
  const read: Read = statement => run(statement) as never;
  const fetch = async (): Promise<Row[]> => {
    const batch = await run({ text: `fetch ${batchRows} from batch`, ...(rows.beside && { beside: rows.beside }) });
    const presented = await present(batch, read);
    if (batch.length < batchRows) await close();
    return presented;
  };
  try {
    await run({ text: 'begin isolation level repeatable read read only' });
    const [counted] = await run(total);
    await run({ text: `declare batch no scroll cursor for ${rows.text}`, values: rows.values });
    let begun: Row[] | undefined = await fetch();
    let last = begun.length < batchRows;
    return {
      total: Number(counted?._total),
      sendTimeoutMs: context.streams.sendTimeoutMs,
      next: async () => {
        if (last && !begun) return [];
        const batch = begun ?? (await fetch());
        begun = undefined;
        last = batch.length < batchRows;
        return batch;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

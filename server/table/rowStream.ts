import type { PoolClient } from 'pg';
import type { Context, RowStream } from '../context.ts';
import type { Holder } from '../db/gate.ts';
import type { Read } from '../db/read.ts';
import { queryRows } from '../db/rowObjects.ts';
import type { Statement } from '../db/sqlText.ts';
import { DomainError } from '../errors.ts';
import type { Present, Row } from './define.ts';
import type { ListStatement } from './statement.ts';

type Asked = Pick<Statement, 'text' | 'beside'> & Partial<Statement>;
type Streams = Pick<Context, 'streams' | 'pool'>;

/** Rows fetched at once: a few milliseconds of work between two looks at what others want. */
const usualBatchRows = 500;

/** Who reads; the signal aborts when the response ends, complete or not. */
export interface Reader {
  readonly holder: Holder;
  readonly signal: AbortSignal;
  /** What is read is for others too: whoever leaves still waits no longer, and what has begun goes on. */
  readonly goesOn?: boolean;
}

/**
 * A connection for sequential statements. However often it is closed and whatever it is doing, it goes back to the pool
 * outside any transaction, or is destroyed.
 */
const openConnection = async ({ streams, pool }: Streams, { holder, signal, goesOn }: Reader) => {
  const leave = await streams.gate.enter(holder, signal);
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
  const run = async ({ text, values = [], beside }: Asked): Promise<Row[]> => {
    // The client left between two statements.
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

/** Reads over a connection of whole lists, which have more time than others. To be closed. */
export const openReading = async (
  context: Streams,
  reader: Reader,
): Promise<{ readonly read: Read; readonly close: () => Promise<void> }> => {
  const { run, close } = await openConnection(context, reader);
  return { read: statement => run(statement) as never, close };
};

/**
 * A whole list as a snapshot, in batches. Started before it is returned, so that database errors precede the first
 * byte. Its connection is released after the last row, and in any case when the response ends.
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

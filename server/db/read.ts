import { CompiledQuery } from 'kysely';
import { DomainError } from '../errors.ts';
import type { Connection, Db } from './connect.ts';
import { queryRows } from './rowObjects.ts';
import type { Semaphore, SlotOwner } from './semaphore.ts';
import type { Statement } from './sqlText.ts';

export type Read = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** Runs queries on an ordinary connection or on a transaction's connection. */
export const readBy =
  (db: Db): Read =>
  async ({ text, values }) =>
    (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as never;

/** Up to this used time, ms, a statement needs no time limit of its own, because the pool's limit is nearly equal. */
const littleMs = 100;

/** Measures the time during which at least one task runs. */
const makeStopwatch = () => {
  let atWork = 0;
  let sinceMs = 0;
  let beforeMs = 0;
  return {
    usedMs: () => beforeMs + (atWork > 0 ? performance.now() - sinceMs : 0),
    begin: () => {
      if (atWork === 0) sinceMs = performance.now();
      atWork += 1;
    },
    end: () => {
      atWork -= 1;
      if (atWork === 0) beforeMs += performance.now() - sinceMs;
    },
  };
};

/** Returns a reader for one request. Its statements share one time limit and then fail with TOO_COSTLY. */
export const reading = (
  { reads }: { readonly reads: Connection['reads'] & { readonly semaphore: Semaphore } },
  holder: SlotOwner,
): Read => {
  const { usedMs, begin, end } = makeStopwatch();
  return async <Row extends object>(statement: Statement): Promise<Row[]> => {
    const leave = await reads.semaphore.enter(holder);
    begin();
    try {
      const leftMs = Math.floor(reads.limitMs - usedMs());
      if (leftMs <= 0) throw new DomainError('TOO_COSTLY');
      if (reads.limitMs - leftMs <= littleMs && !statement.oneProcess)
        return await queryRows<Row>(reads.pool, statement);
      const client = await reads.pool.connect();
      try {
        const serial = statement.oneProcess ? '; set max_parallel_workers_per_gather = 0' : '';
        await client.query(`set statement_timeout = ${leftMs}${serial}`);
        const rows = await queryRows<Row>(client, statement);
        await client.query(
          `set statement_timeout = ${reads.limitMs}${statement.oneProcess ? '; reset max_parallel_workers_per_gather' : ''}`,
        );
        client.release();
        return rows;
      } catch (error) {
        client.release(error as Error);
        throw error;
      }
    } finally {
      end();
      leave();
    }
  };
};

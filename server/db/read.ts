import { CompiledQuery } from 'kysely';
import { DomainError } from '../errors.ts';
import type { Connection, Db } from './connect.ts';
import { queryRows } from './rowObjects.ts';
import type { Semaphore, SlotOwner } from './semaphore.ts';
import type { Statement } from './sqlText.ts';

export type QueryRunner = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** Runs queries on an ordinary connection or on a transaction's connection. */
export const queryRunnerOf =
  (db: Db): QueryRunner =>
  async ({ text, values }) =>
    (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as never;

/**
 * Used time of a request, ms, up to which a statement needs no time limit of its own. The pool's time limit is nearly
 * equal then.
 */
const negligibleMs = 100;

/** Measures the total time during which at least one statement of a request runs. */
const createStopwatch = () => {
  let runningTasks = 0;
  let startedMs = 0;
  let finishedMs = 0;
  return {
    usedMs: () => finishedMs + (runningTasks > 0 ? performance.now() - startedMs : 0),
    begin: () => {
      if (runningTasks === 0) startedMs = performance.now();
      runningTasks += 1;
    },
    end: () => {
      runningTasks -= 1;
      if (runningTasks === 0) finishedMs += performance.now() - startedMs;
    },
  };
};

/** Returns a reader for one request. Its statements share one time limit and then fail with TOO_COSTLY. */
export const createQueryRunner = (
  { reads }: { readonly reads: Connection['reads'] & { readonly semaphore: Semaphore } },
  owner: SlotOwner,
): QueryRunner => {
  const { usedMs, begin, end } = createStopwatch();
  return async <Row extends object>(statement: Statement): Promise<Row[]> => {
    const releaseSlot = await reads.semaphore.enter(owner);
    begin();
    try {
      const remainingMs = Math.floor(reads.limitMs - usedMs());
      if (remainingMs <= 0) throw new DomainError('TOO_COSTLY');
      if (reads.limitMs - remainingMs <= negligibleMs && !statement.withoutParallelWorkers)
        return await queryRows<Row>(reads.pool, statement);
      const client = await reads.pool.connect();
      try {
        const withoutWorkers = statement.withoutParallelWorkers ? '; set max_parallel_workers_per_gather = 0' : '';
        await client.query(`set statement_timeout = ${remainingMs}${withoutWorkers}`);
        const rows = await queryRows<Row>(client, statement);
        await client.query(
          `set statement_timeout = ${reads.limitMs}${statement.withoutParallelWorkers ? '; reset max_parallel_workers_per_gather' : ''}`,
        );
        client.release();
        return rows;
      } catch (error) {
        client.release(error as Error);
        throw error;
      }
    } finally {
      end();
      releaseSlot();
    }
  };
};

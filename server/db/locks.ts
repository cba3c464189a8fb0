import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './connect.ts';
import { errorText } from './outage.ts';

/**
 * Time limit of a wait for a lock, ms. Longer than PostgreSQL takes to stop its own autovacuum (deadlock_timeout, 1 s).
 * Shorter than the limit of a list: readers queue behind the waiting statement and must still get an answer.
 */
export const lockWaitMs = 1500;
export const retryPauseMs = 3000;
/** Interval between log messages about a lock that is still awaited, ms. */
const reportIntervalMs = 30_000;

/** Whether PostgreSQL gave up a wait for a lock, after its time limit or in a deadlock. Nothing was changed then. */
export const isLockTimeout = (error: unknown): boolean =>
  ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');

/**
 * Returns a sentence about the session with the longest transaction, because an administrator mostly has to end that
 * one.
 */
const describeOldestTransaction = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ pid: number; user: string; seconds: number }>`
    select pid, usename as "user", extract(epoch from now() - xact_start)::int as seconds from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`.execute(db);
  const [oldest] = rows;
  return oldest
    ? ` The longest transaction is that of ${oldest.user}, pid ${oldest.pid}, since ${oldest.seconds} s.`
    : '';
};

/**
 * Repeats `work` until the locks that it needs are free. A failed try must change nothing. Between the tries other
 * transactions proceed.
 */
export const retryWhileLocked = async <Result>(
  action: string,
  db: Db,
  log: (text: string) => void,
  work: () => Promise<Result>,
): Promise<Result> => {
  for (let loggedAtMs = Number.NEGATIVE_INFINITY; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() - loggedAtMs >= reportIntervalMs) {
        loggedAtMs = performance.now();
        const oldest = await describeOldestTransaction(db).catch(() => '');
        log(`${action} waits for a lock and tries again every ${retryPauseMs / 1000} s: ${errorText(error)}.${oldest}`);
      }
      await setTimeout(retryPauseMs);
    }
  }
};

import { type Kysely, sql } from 'kysely';
import type { Database } from './types.ts';

/** Takes an advisory lock by name, such as `object:…`, until the transaction ends. */
export const advisoryLock = async (db: Kysely<Database>, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
};

/**
 * Takes an advisory lock by name until the transaction ends, unless another transaction has it. Returns whether the lock
 * was taken.
 */
export const tryAdvisoryLock = async (db: Kysely<Database>, name: string): Promise<boolean> => {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(db);
  return rows[0]!.taken;
};

/**
 * Takes those of the advisory locks that no other transaction has, until the transaction ends, and returns their names.
 */
export const tryAdvisoryLocks = async (
  db: Kysely<Database>,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`select name from unnest(${[...new Set(names)].sort()}::text[]) as name
    where pg_try_advisory_xact_lock(hashtextextended(name, 0))`.execute(db);
  return new Set(rows.map(({ name }) => name));
};

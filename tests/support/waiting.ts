import type { Pool } from 'pg';
import { inject } from 'vitest';

/**
 * Returns a number of the database. For a cluster it is the sum of all nodes, because a row is locked, and waited for,
 * on its node.
 */
const ofAllMachines = async (pool: Pool, number: string): Promise<number> => {
  const { rows } = await pool.query(
    inject('databaseWorkers').length > 0
      ? `select sum(result::int)::int as n from run_command_on_all_nodes($$${number}$$)`
      : number,
  );
  return rows[0].n;
};

/** Returns the number of database sessions that wait for a lock. */
export const waiters = (pool: Pool): Promise<number> =>
  ofAllMachines(
    pool,
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );

/** Returns the number of deadlocks that the database has found. Each one cancelled a transaction. */
export const rings = async (pool: Pool): Promise<number> => {
  // Sessions flush their statistics once a second, so a flush is forced.
  await pool.query('select pg_stat_force_next_flush()');
  return ofAllMachines(pool, 'select deadlocks::int as n from pg_stat_database where datname = current_database()');
};

import type { Pool } from 'pg';
import { inject } from 'vitest';

/** A number of the database; of a cluster that of all its machines together: a row is held, and waited for, where it lies. */
const ofAllMachines = async (pool: Pool, number: string): Promise<number> => {
  const { rows } = await pool.query(
    inject('databaseWorkers').length > 0
      ? `select sum(result::int)::int as n from run_command_on_all_nodes($$${number}$$)`
      : number,
  );
  return rows[0].n;
};

/** How many of the database's sessions wait for another to let go. */
export const waiters = (pool: Pool): Promise<number> =>
  ofAllMachines(
    pool,
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );

/** Rings of waiting that the database has found and cut; each cost somebody their change. */
export const rings = async (pool: Pool): Promise<number> => {
  // What the sessions have counted is told once a second.
  await pool.query('select pg_stat_force_next_flush()');
  return ofAllMachines(pool, 'select deadlocks::int as n from pg_stat_database where datname = current_database()');
};

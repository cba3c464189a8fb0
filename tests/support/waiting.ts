import type { Pool } from 'pg';

/** How many of the database's sessions wait for another to let go. */
export const waiters = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0].n;
};

/** Rings of waiting that the database has found and cut; each cost somebody their change. */
export const rings = async (pool: Pool): Promise<number> => {
  // What the sessions have counted is told once a second.
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query('select deadlocks::int from pg_stat_database where datname = current_database()');
  return rows[0].deadlocks;
};

import type { Pool } from 'pg';
import { outageOf } from './outage.ts';

/** Allocates a megabyte on the database's disk and frees it at once. */
const probe = 'create temporary table drivedesk_probe on commit drop as select generate_series(1, 30000) as n';

export interface DatabaseCheck {
  /** Receives the error of every failed statement. */
  readonly saw: (error: unknown) => void;
  /** Rejects unless the database answers and, after a refused write, accepts writes again. */
  readonly run: () => Promise<void>;
}

/**
 * Checks that the database works. With a full disk it still reads, so only failed writes show the problem, and only a
 * successful write shows its end.
 */
export const makeCheck = (pool: Pool): DatabaseCheck => {
  let refused = false;
  let running: Promise<void> | undefined;
  const check = async () => {
    await pool.query('select 1');
    if (!refused) return;
    await pool.query(probe);
    refused = false;
  };
  return {
    saw: error => {
      if (['diskFull', 'readOnly', 'storage'].includes(outageOf(error) ?? '')) refused = true;
    },
    // Concurrent calls share one check, because the call is open to the public.
    run: () => {
      running ??= check().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
};

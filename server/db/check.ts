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

/** With a full disk the database still reads: only failing writes show it, and only a write shows that it is over. */
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
    // Anybody may call it as often as they like: concurrent calls share one check.
    run: () => {
      running ??= check().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
};

import type { Pool } from 'pg';
import { outageOf } from './outage.ts';

/** Takes a megabyte of the database's disk, and gives it back at once. */
const probe = 'create temporary table drivedesk_probe on commit drop as select generate_series(1, 30000) as n';

export interface DatabaseCheck {
  /** Is told of every statement that failed. */
  readonly saw: (error: unknown) => void;
  /** Rejects unless the database answers, and takes writing again if it has lately refused it. */
  readonly run: () => Promise<void>;
}

/** A database whose disk is full still reads: only the writes that fail tell of it, and only a write that it is over. */
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
    // Anybody may ask, as often as they like: however many do, it is done once at a time.
    run: () => {
      running ??= check().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
};

import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from '../client.ts';

/** Advisory lock key of the Drivedesk process that uses the embedded database. */
const lockKey = 4_811_203;
const tries = 6;
const betweenMs = 250;

export class TakenError extends Error {}

const isHeld = async (holder: pg.Client): Promise<boolean> => {
  for (let left = tries; left > 0; left -= 1) {
    const { rows } = await holder.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey]);
    if (rows[0]?.held) return true;
    await setTimeout(betweenMs);
  }
  return false;
};

/**
 * Takes the lock on a connection of its own, because a session lock ends with its process, however that exits.
 * Retries, because a process just killed may still hold the lock. `onLost` is called once, when the connection ends
 * other than by `release`.
 */
export const takeLock = async (
  url: string,
  dataDir: string,
  onLost: () => void,
): Promise<{ readonly release: () => Promise<void> }> => {
  // No `error` listener is needed here, because every error of the connection is followed by the event `end`.
  const holder = await openClient({ connectionString: url, keepAlive: true });
  const held = await isHeld(holder).catch(async error => {
    await holder.end();
    throw error;
  });
  if (!held) {
    await holder.end();
    throw new TakenError(
      `Another Drivedesk already works on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  holder.once('end', onLost);
  return {
    release: async () => {
      holder.off('end', onLost);
      await holder.end();
    },
  };
};

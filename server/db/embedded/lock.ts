import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from '../client.ts';

/** Advisory lock key of the Drivedesk process that uses the embedded database. */
const lockKey = 4_811_203;
const maxTries = 6;
const pauseMs = 250;

export class DatabaseInUseError extends Error {}

const tryToLock = async (client: pg.Client): Promise<boolean> => {
  for (let triesLeft = maxTries; triesLeft > 0; triesLeft -= 1) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey]);
    if (rows[0]?.held) return true;
    await setTimeout(pauseMs);
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
  const client = await openClient({ connectionString: url, keepAlive: true });
  const isLocked = await tryToLock(client).catch(async error => {
    await client.end();
    throw error;
  });
  if (!isLocked) {
    await client.end();
    throw new DatabaseInUseError(
      `Another Drivedesk already works on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  client.once('end', onLost);
  return {
    release: async () => {
      client.off('end', onLost);
      await client.end();
    },
  };
};

import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** Any number: the lock that one Drivedesk holds on its embedded database while it runs. */
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
 * Takes the lock on a connection of its own: it is the database session's, so it is gone the moment its holder is,
 * however it ended. A holder that was killed a moment ago may still have it: it is asked for more than once.
 * `onLost` is called once, when the connection ends otherwise than by `release`.
 */
export const takeLock = async (
  url: string,
  dataDir: string,
  onLost: () => void,
): Promise<{ readonly release: () => Promise<void> }> => {
  const holder = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
  // Its end is what counts, and follows every error; one that nobody listens to would end the process.
  holder.on('error', () => {});
  await holder.connect();
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

import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

const retryMs = 1000;
/** Time that opening a stream waits for a lost connection before it fails, ms. */
const patienceMs = 2000;

export interface Listener {
  /** Resolves once listening. Reconnects after every loss of the connection. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  readonly isUp: () => boolean;
}

/**
 * Listens to one channel on a connection of its own. `up` is called whenever listening (re)starts, because
 * notifications in between were missed and must be looked up.
 */
export const makeListener = (
  pool: Pool,
  channel: string,
  on: { readonly notified: (payload: string) => void; readonly up: () => void; readonly lost: (error: Error) => void },
): Listener => {
  let client: PoolClient | undefined;
  let started: Promise<void> | undefined;
  let stopped = false;
  let lastError: unknown;

  const drop = (taken: PoolClient, error: Error): void => {
    // May fire more than once, and after another connection has taken over.
    if (client !== taken) return;
    client = undefined;
    taken.removeAllListeners('notification');
    taken.release(true);
    if (stopped) return;
    on.lost(error);
    lastError = error;
    started = reconnect();
  };

  const listen = async (): Promise<void> => {
    const taken = await pool.connect();
    taken.on('notification', ({ payload }) => on.notified(payload ?? ''));
    try {
      await taken.query(`listen ${channel}`);
    } catch (error) {
      taken.release(true);
      throw error;
    }
    if (stopped) return taken.release(true);
    client = taken;
    taken.on('error', error => drop(taken, error));
    taken.on('end', () => drop(taken, new Error('Connection terminated')));
    lastError = undefined;
    on.up();
  };

  /** Reopens a single cut connection at once. Retries an unavailable database with a delay. */
  const reconnect = async (): Promise<void> => {
    for (let waitMs = 0; !stopped; waitMs = retryMs) {
      await setTimeout(waitMs, undefined, { ref: false });
      try {
        return await listen();
      } catch (error) {
        lastError = error;
      }
    }
  };

  const tooLate = async (): Promise<never> => {
    await setTimeout(patienceMs, undefined, { ref: false });
    throw lastError;
  };

  return {
    start: () => {
      started ??= listen().catch(error => {
        started = undefined;
        throw error;
      });
      return lastError === undefined ? started : Promise.race([started, tooLate()]);
    },
    stop: () => {
      stopped = true;
      if (client) drop(client, new Error('Stopped'));
    },
    isUp: () => client !== undefined,
  };
};

import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

const retryMs = 1000;
/** Maximum time that `start` waits while a lost connection is reopened, ms. */
const patienceMs = 2000;

export interface Listener {
  /** Resolves once the connection listens. After every loss the listener reconnects by itself. */
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
    // A connection may report its end twice, or after another connection has replaced it.
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

  /** Tries to reconnect at once, then again every `retryMs`, until it succeeds or the listener is stopped. */
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

import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

const retryMs = 1000;
/** Maximum time for which `start` waits until a lost connection is open again, ms. */
const startWaitMaxMs = 2000;

export interface Listener {
  /** Resolves once the connection listens to the channel. After every loss the listener reconnects by itself. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  readonly isUp: () => boolean;
}

/**
 * Listens to one PostgreSQL channel (LISTEN) on a connection of its own.
 * `connected` is called whenever listening starts again. Notifications sent in between were missed, so the caller must
 * read the data again.
 */
export const makeListener = (
  pool: Pool,
  channel: string,
  handlers: {
    readonly notified: (payload: string) => void;
    readonly connected: () => void;
    readonly lost: (error: Error) => void;
  },
): Listener => {
  let client: PoolClient | undefined;
  let started: Promise<void> | undefined;
  let stopped = false;
  let lastError: unknown;

  const dropConnection = (connection: PoolClient, error: Error): void => {
    // A connection may report its end twice, or after another connection has replaced it.
    if (client !== connection) return;
    client = undefined;
    connection.removeAllListeners('notification');
    connection.release(true);
    if (stopped) return;
    handlers.lost(error);
    lastError = error;
    started = reconnect();
  };

  const listen = async (): Promise<void> => {
    const connection = await pool.connect();
    connection.on('notification', ({ payload }) => handlers.notified(payload ?? ''));
    try {
      await connection.query(`listen ${channel}`);
    } catch (error) {
      connection.release(true);
      throw error;
    }
    if (stopped) return connection.release(true);
    client = connection;
    connection.on('error', error => dropConnection(connection, error));
    connection.on('end', () => dropConnection(connection, new Error('Connection terminated')));
    lastError = undefined;
    handlers.connected();
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

  const failAfterWait = async (): Promise<never> => {
    await setTimeout(startWaitMaxMs, undefined, { ref: false });
    throw lastError;
  };

  return {
    start: () => {
      started ??= listen().catch(error => {
        started = undefined;
        throw error;
      });
      return lastError === undefined ? started : Promise.race([started, failAfterWait()]);
    },
    stop: () => {
      stopped = true;
      if (client) dropConnection(client, new Error('Stopped'));
    },
    isUp: () => client !== undefined,
  };
};

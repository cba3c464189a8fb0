import type { Pool, PoolClient } from 'pg';

const retryMs = 1000;

export interface Listener {
  /** Resolves once the database tells us; listens from then on, through every loss of the connection. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  readonly isUp: () => boolean;
}

/**
 * Listens to one channel on a connection of its own. `onUp` is called whenever listening begins (again): what was
 * told in between has been missed, and must be looked for.
 */
export const makeListener = (
  pool: Pool,
  channel: string,
  on: { readonly told: (payload: string) => void; readonly up: () => void; readonly lost: (error: Error) => void },
): Listener => {
  let client: PoolClient | undefined;
  let started: Promise<void> | undefined;
  let stopped = false;

  const drop = (taken: PoolClient, error: Error): void => {
    // Told of more than once, and perhaps after another connection has taken its place.
    if (client !== taken) return;
    client = undefined;
    taken.removeAllListeners('notification');
    taken.release(true);
    if (stopped) return;
    on.lost(error);
    started = again();
    // Whoever waits hears of it; if nobody does, the next try will tell.
    started.catch(() => {});
  };

  const listen = async (): Promise<void> => {
    const taken = await pool.connect();
    if (stopped) return taken.release();
    client = taken;
    taken.on('notification', ({ payload }) => on.told(payload ?? ''));
    taken.on('error', error => drop(taken, error));
    taken.on('end', () => drop(taken, new Error('The connection ended')));
    try {
      await taken.query(`listen ${channel}`);
    } catch (error) {
      client = undefined;
      taken.release(true);
      throw error;
    }
    on.up();
  };

  const again = async (): Promise<void> => {
    while (!stopped) {
      await new Promise(done => setTimeout(done, retryMs).unref());
      const up = await listen().then(
        () => true,
        () => false,
      );
      if (up) return;
    }
  };

  return {
    start: () => {
      started ??= listen().catch(error => {
        started = undefined;
        throw error;
      });
      return started;
    },
    stop: () => {
      stopped = true;
      if (client) drop(client, new Error('Stopped'));
    },
    isUp: () => client !== undefined,
  };
};

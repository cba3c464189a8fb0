import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { OutageReason } from '../../../src/contract/messages/index.ts';
import { openClient } from '../client.ts';
import { errorText } from '../outage.ts';
import { ensureDatabase, openCluster } from './cluster.ts';

/** Advisory lock key of the Drivedesk process that uses the embedded database. */
const lockKey = 4_811_203;
const maxTries = 6;
const pauseMs = 250;

class DatabaseInUseError extends Error {}

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
const takeLock = async (
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

const database = 'drivedesk';
const firstWaitMs = 250;
const maxWaitMs = 5000;

export interface DatabaseObserver {
  readonly log: (text: string) => void;
  /** Called when another Drivedesk process has taken over the database. This process must then exit. */
  readonly onTakeover: (error: Error) => void;
  /** Gives up the opening, and stops what it has started. Without effect once the database is open. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedDatabase {
  readonly url: string;
  /** Returns the embedded database's current problem, such as a full disk. Undefined: none is known. */
  readonly currentOutage: () => OutageReason | undefined;
  readonly stop: () => Promise<void>;
}

const silentObserver: DatabaseObserver = { log: () => {}, onTakeover: () => {} };

/**
 * Opens the zero-install database under `<dataDir>/postgres`, for one Drivedesk process at a time. PostgreSQL is
 * restarted on the same port whenever it stops unexpectedly.
 */
export const openEmbedded = async (
  dataDir: string,
  { log, onTakeover, signal } = silentObserver,
): Promise<EmbeddedDatabase> => {
  const cluster = await openCluster(join(dataDir, 'postgres'), undefined, log, signal);
  await ensureDatabase(cluster, database);
  const stopping = new AbortController();
  let currentOutage: OutageReason | undefined;
  let revival: Promise<void> | undefined;
  let isTaken = false;

  const onLost = (): void => {
    if (!stopping.signal.aborted) revival = revive();
  };

  /**
   * Restarts PostgreSQL and takes the lock. Returns false if a process that is gone had started PostgreSQL on another
   * port. PostgreSQL is then stopped.
   */
  const restart = async (): Promise<boolean> => {
    const port = await cluster.start();
    const newLock = await takeLock(cluster.url(database, port), dataDir, onLost);
    if (port === cluster.port) {
      lock = newLock;
      return true;
    }
    await newLock.release();
    await cluster.stop();
    return false;
  };

  const revive = async (): Promise<void> => {
    currentOutage = 'restarting';
    let reason = 'The connection that holds the embedded database was lost.';
    log(reason);
    for (let waitMs = firstWaitMs; !stopping.signal.aborted; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
      try {
        if (!(await restart())) continue;
        currentOutage = undefined;
        return log('The embedded database is there again.');
      } catch (error) {
        if (error instanceof DatabaseInUseError) {
          isTaken = true;
          return onTakeover(error);
        }
        currentOutage = (await cluster.diskIsFull().catch(() => false)) ? 'diskFull' : 'restarting';
        const message = errorText(error);
        if (message !== reason) log(message);
        reason = message;
      }
      await setTimeout(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  let lock = await takeLock(cluster.url(database), dataDir, onLost);
  return {
    url: cluster.url(database),
    currentOutage: () => currentOutage,
    stop: async () => {
      stopping.abort();
      await lock.release();
      if (!isTaken) await cluster.stop();
      await revival;
      // Stops PostgreSQL a second time, because a restart in progress may have started it again after the first stop.
      if (!isTaken) await cluster.stop();
    },
  };
};

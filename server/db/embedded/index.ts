import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Outage } from '../../../src/contract/messages/index.ts';
import { errorText } from '../outage.ts';
import { ensureDatabase, openCluster } from './cluster.ts';
import { TakenError, takeLock } from './lock.ts';

const database = 'drivedesk';
const firstWaitMs = 250;
const longestWaitMs = 5000;

/** Receives events of the database while it is in use. */
export interface DatabaseObserver {
  readonly tell: (text: string) => void;
  /** Another Drivedesk process has taken over the database. This process must exit. */
  readonly giveUp: (error: Error) => void;
}

export interface EmbeddedDatabase {
  readonly url: string;
  /** The current problem of the database, if any. */
  readonly trouble: () => Outage | undefined;
  readonly stop: () => Promise<void>;
}

const nobody: DatabaseObserver = { tell: () => {}, giveUp: () => {} };

/**
 * Opens the zero-install database under `<dataDir>/postgres`, for one Drivedesk process at a time. PostgreSQL is
 * restarted on the same port whenever it stops unexpectedly.
 */
export const openEmbedded = async (dataDir: string, { tell, giveUp } = nobody): Promise<EmbeddedDatabase> => {
  const cluster = await openCluster(join(dataDir, 'postgres'), undefined, tell);
  await ensureDatabase(cluster, database);
  const stopping = new AbortController();
  let trouble: Outage | undefined;
  let reviving: Promise<void> | undefined;
  let taken = false;

  const onLost = (): void => {
    if (!stopping.signal.aborted) reviving = revive();
  };

  /**
   * Restarts PostgreSQL and takes the lock. Returns false if a process that is gone had started PostgreSQL on another
   * port. PostgreSQL is then stopped.
   */
  const restart = async (): Promise<boolean> => {
    const port = await cluster.start();
    const found = await takeLock(cluster.url(database, port), dataDir, onLost);
    if (port === cluster.port) {
      lock = found;
      return true;
    }
    await found.release();
    await cluster.stop();
    return false;
  };

  const revive = async (): Promise<void> => {
    trouble = 'restarting';
    let reason = 'The connection that holds the embedded database was lost.';
    tell(reason);
    for (let waitMs = firstWaitMs; !stopping.signal.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      try {
        if (!(await restart())) continue;
        trouble = undefined;
        return tell('The embedded database is there again.');
      } catch (error) {
        if (error instanceof TakenError) {
          taken = true;
          return giveUp(error);
        }
        trouble = (await cluster.diskIsFull().catch(() => false)) ? 'diskFull' : 'restarting';
        const message = errorText(error);
        if (message !== reason) tell(message);
        reason = message;
      }
      await setTimeout(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  let lock = await takeLock(cluster.url(database), dataDir, onLost);
  return {
    url: cluster.url(database),
    trouble: () => trouble,
    stop: async () => {
      stopping.abort();
      await lock.release();
      if (!taken) await cluster.stop();
      await reviving;
      // The restart in progress may have started PostgreSQL again after the first stop.
      if (!taken) await cluster.stop();
    },
  };
};

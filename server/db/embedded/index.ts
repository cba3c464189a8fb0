import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Outage } from '../../../src/contract/messages/index.ts';
import { errorText } from '../outage.ts';
import { ensureDatabase, openCluster } from './cluster.ts';
import { TakenError, takeLock } from './lock.ts';

const database = 'drivedesk';
const firstWaitMs = 250;
const longestWaitMs = 5000;

/** Who hears of what happens to the database while it is in use. */
export interface DatabaseObserver {
  readonly tell: (text: string) => void;
  /** Another Drivedesk has taken the database over: this one must end. */
  readonly giveUp: (error: Error) => void;
}

export interface EmbeddedDatabase {
  readonly url: string;
  /** What is wrong with it just now, if anything. */
  readonly trouble: () => Outage | undefined;
  readonly stop: () => Promise<void>;
}

const nobody: DatabaseObserver = { tell: () => {}, giveUp: () => {} };

/**
 * The database that needs nothing installed, under `<dataDir>/postgres`. One Drivedesk at a time. PostgreSQL is started
 * again, on the port it had, whenever it is gone without our doing.
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

  /** False: it runs where our connections do not look for it, started by one that is gone again, and was stopped. */
  const bringBack = async (): Promise<boolean> => {
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
        if (!(await bringBack())) continue;
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
      // It may have been about to start.
      if (!taken) await cluster.stop();
    },
  };
};

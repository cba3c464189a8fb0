import type { Outage } from '../../src/contract/messages/index.ts';

import { type DatabaseObserver, openEmbedded } from './embedded/index.ts';
import { startWaitMs, untilReady } from './ready.ts';
import { checkRequirements } from './requirements.ts';
import { checkSessions } from './session.ts';

interface WhichDatabase {
  /** Absent: the embedded database in the data folder. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

export interface OpenDatabase {
  readonly url: string;
  /** The database's current problem, if known. */
  readonly trouble: () => Outage | undefined;
  /** Stops the embedded database. Leaves an external server alone. */
  readonly stop: () => Promise<void>;
}

const toConsole: DatabaseObserver = {
  tell: text => console.error(text),
  giveUp: error => console.error(error.message),
};

/** Opens the configured database, embedded or external. Callers need not know which. */
export const openDatabase = async (config: WhichDatabase, observer = toConsole): Promise<OpenDatabase> => {
  if (!config.databaseUrl) return openEmbedded(config.dataDir, observer);
  await untilReady(config.databaseUrl, startWaitMs, observer.tell);
  await checkRequirements(config.databaseUrl, observer.tell);
  await checkSessions(config.databaseUrl);
  return { url: config.databaseUrl, trouble: () => undefined, stop: async () => {} };
};

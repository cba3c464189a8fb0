import type { Outage } from '../../src/contract/messages/index.ts';
import type { Config } from '../config.ts';
import { type DatabaseObserver, openEmbedded } from './embedded/index.ts';
import { untilReady } from './ready.ts';

/** A server of one's own may be started at the same time as Drivedesk. */
const startMs = 30_000;

export interface OpenDatabase {
  readonly url: string;
  /** What is wrong with it just now, as far as whoever runs it knows. */
  readonly trouble: () => Outage | undefined;
  /** Stops the embedded database; leaves a server of one's own alone. */
  readonly stop: () => Promise<void>;
}

const toConsole: DatabaseObserver = {
  tell: text => console.error(text),
  giveUp: error => console.error(error.message),
};

/** The database of the settings, ready. Nothing behind this knows which of the two it is. */
export const openDatabase = async (config: Config, observer = toConsole): Promise<OpenDatabase> => {
  if (!config.databaseUrl) return openEmbedded(config.dataDir, observer);
  await untilReady(config.databaseUrl, startMs, observer.tell);
  return { url: config.databaseUrl, trouble: () => undefined, stop: async () => {} };
};

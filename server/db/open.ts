import type { Config } from '../config.ts';
import { openEmbedded } from './embedded/index.ts';

export interface OpenDatabase {
  readonly url: string;
  /** Stops the embedded database; leaves a server of one's own alone. */
  readonly stop: () => Promise<void>;
}

/** The database of the settings. Nothing behind this knows which of the two it is. */
export const openDatabase = async (config: Config): Promise<OpenDatabase> =>
  config.databaseUrl ? { url: config.databaseUrl, stop: async () => {} } : openEmbedded(config.dataDir);

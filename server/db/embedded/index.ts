import { join } from 'node:path';
import pg from 'pg';
import { ensureDatabase, openCluster } from './cluster.ts';

/** Any number: the lock that one Drivedesk holds on its embedded database while it runs. */
const lockKey = 4_811_203;

export interface EmbeddedDatabase {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * The database that needs nothing installed, under `<dataDir>/postgres`. One Drivedesk at a time: the lock is the
 * database session's, so it is gone the moment its holder is, however it ended.
 */
export const openEmbedded = async (dataDir: string): Promise<EmbeddedDatabase> => {
  const cluster = await openCluster(join(dataDir, 'postgres'));
  await ensureDatabase(cluster, 'drivedesk');
  const holder = new pg.Client({ connectionString: cluster.url('drivedesk') });
  await holder.connect();
  const { rows } = await holder.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey]);
  if (!rows[0]?.held) {
    await holder.end();
    throw new Error(`Another Drivedesk already works on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`);
  }
  return {
    url: cluster.url('drivedesk'),
    stop: async () => {
      await holder.end();
      await cluster.stop();
    },
  };
};

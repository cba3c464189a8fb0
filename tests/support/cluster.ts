import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect } from '../../server/db/connect.ts';
import { ensureDatabase, openCluster } from '../../server/db/embedded/cluster.ts';
import { migrate } from '../../server/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test cluster's database `postgres`. */
    databaseServer: string;
  }
}

// Only for databases that are thrown away: nothing has to survive a power cut here.
const settings = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200';

/** One PostgreSQL for a run of the tests, with a migrated template that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-tests-'));
  await chmod(folder, 0o755);
  const cluster = given
    ? {
        url: (database: string) => Object.assign(new URL(given), { pathname: `/${database}` }).href,
        stop: async () => {},
      }
    : await openCluster(join(folder, 'postgres'), settings);
  await ensureDatabase(cluster, 'drivedesk_template');
  const connection = connect(cluster.url('drivedesk_template'), () => {});
  await migrate(connection.db);
  await connection.close();
  project.provide('databaseServer', cluster.url('postgres'));
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

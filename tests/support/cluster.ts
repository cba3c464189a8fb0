import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '../../server/db/connect.ts';
import { ensureDatabase } from '../../server/db/embedded/cluster.ts';
import { migrate } from '../../server/db/migrate.ts';
import { migrateQueue } from '../../server/engine/jobs/queue.ts';
import { openTestCluster } from './testCluster.ts';
import { threadScript } from './threads.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test cluster's database `postgres`. */
    databaseServer: string;
    /** Folder of its Unix socket. Empty without one. */
    databaseSocket: string;
    /** URLs of the workers of a Citus cluster. Empty without a cluster. */
    databaseWorkers: string[];
  }
}

interface TestCluster {
  readonly server: string;
  readonly socket: string;
  readonly workers: readonly string[];
  readonly stop: () => Promise<void>;
}

/**
 * Returns the workers of a cluster: the named ones (host:port, separated by commas), or those that its coordinator
 * knows.
 */
const readWorkers = async (coordinator: string): Promise<string[]> => {
  const at = (place: string) => Object.assign(new URL(coordinator), { host: place }).href;
  const named = process.env.TEST_CITUS_WORKERS;
  if (named) return named.split(',').map(place => at(place.trim()));
  const client = new pg.Client({ connectionString: coordinator });
  await client.connect();
  const { rows } = await client.query<{ place: string }>(
    `select nodename || ':' || nodeport as place from pg_dist_node where groupid <> 0`,
  );
  await client.end();
  if (rows.length === 0) throw new Error('TEST_CITUS_URL knows no workers; name them in TEST_CITUS_WORKERS.');
  return rows.map(({ place }) => at(place));
};

/**
 * Starts one PostgreSQL per test run, with a migrated template that every test file copies. With `TEST_CITUS_URL` (a
 * coordinator's database `postgres`) each file has a distributed database on that cluster instead.
 */
const prepare = async (): Promise<TestCluster> => {
  const citus = process.env.TEST_CITUS_URL;
  if (citus) return { server: citus, socket: '', workers: await readWorkers(citus), stop: async () => {} };
  const given = process.env.TEST_DATABASE_URL;
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-tests-'));
  await chmod(folder, 0o755);
  const cluster = given
    ? {
        url: (database: string) => Object.assign(new URL(given), { pathname: `/${database}` }).href,
        socket: undefined,
        stop: async () => {},
      }
    : await openTestCluster(folder);
  // Collation of databases that earlier releases made. embedded.test.ts tests that of new databases.
  await ensureDatabase(cluster, 'drivedesk_template', 'as C');
  const connection = connect(cluster.url('drivedesk_template'), () => {});
  await migrate(connection.db);
  await migrateQueue(connection);
  await connection.close();
  const stop = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { server: cluster.url('postgres'), socket: cluster.socket ?? '', workers: [], stop };
};

/** Shared between projects, because each project loads this file anew and all use one cluster. */
const shared = globalThis as typeof globalThis & { testCluster?: Promise<TestCluster>; testClusterUsers?: number };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testClusterUsers = (shared.testClusterUsers ?? 0) + 1;
  shared.testCluster ??= prepare();
  const { server, socket, workers, stop } = await shared.testCluster;
  project.provide('databaseServer', server);
  project.provide('databaseSocket', socket);
  project.provide('threadScript', await threadScript());
  project.provide('databaseWorkers', [...workers]);
  return async () => {
    shared.testClusterUsers = (shared.testClusterUsers ?? 0) - 1;
    if (shared.testClusterUsers > 0) return;
    shared.testCluster = undefined;
    await stop();
  };
}

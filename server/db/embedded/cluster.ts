import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { type Binaries, findBinaries } from './binaries.ts';
import { makeRunner, type Runner } from './run.ts';

export interface Cluster {
  /** Address of a database of this cluster, with the password in it. */
  readonly url: (database: string) => string;
  readonly stop: () => Promise<void>;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))));
    });
  });

const explain = (what: string, cause: unknown): Error => {
  const detail = cause instanceof Error ? ((cause as { stderr?: string }).stderr ?? cause.message) : String(cause);
  return new Error(`${what}\n${detail.trim()}`, { cause });
};

/** The password lies beside the database, readable by its owner only. It is written before the database is made. */
const readPassword = async (file: string): Promise<string> => {
  if (!(await exists(file))) await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return (await readFile(file, 'utf8')).trim();
};

const initialise = async (binaries: Binaries, runner: Runner, folder: string, password: string): Promise<void> => {
  // A folder without PG_VERSION is what an interrupted first start leaves behind.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const passwordFile = `${folder}.pw`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (runner.user) {
    await chown(folder, runner.user.uid, runner.user.gid);
    await chown(passwordFile, runner.user.uid, runner.user.gid);
  }
  try {
    await runner.run(binaries.initdb, [
      `--pgdata=${folder}`,
      '--username=drivedesk',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
    ]);
  } catch (cause) {
    throw explain(`The database could not be made in ${folder}.`, cause);
  } finally {
    await rm(passwordFile, { force: true });
  }
};

/** Port of a server that already runs on the folder: after a kill -9 of ours, PostgreSQL lives on. */
const runningPort = async (binaries: Binaries, runner: Runner, folder: string): Promise<number | undefined> => {
  const running = await runner.run(binaries.pg_ctl, ['status', '-D', folder]).then(
    () => true,
    () => false,
  );
  if (!running) return undefined;
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(lines[3]);
};

const start = async (binaries: Binaries, runner: Runner, folder: string, settings: string): Promise<number> => {
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= ${settings}`;
  try {
    await runner.run(binaries.pg_ctl, [
      'start',
      '-w',
      '-t',
      '60',
      '-D',
      folder,
      '-l',
      join(folder, 'server.log'),
      '-o',
      options,
    ]);
  } catch (cause) {
    const log = await readFile(join(folder, 'server.log'), 'utf8').catch(() => '');
    throw explain(`The database in ${folder} does not start.\n${log.split('\n').slice(-6).join('\n')}`, cause);
  }
  return port;
};

const urlOf =
  (port: number, password: string): Cluster['url'] =>
  database =>
    `postgresql://drivedesk:${password}@127.0.0.1:${port}/${database}`;

const usualSettings = '-c max_connections=60 -c shared_buffers=256MB -c random_page_cost=1.1';

/**
 * Makes (the first time) and starts PostgreSQL in `folder`, or finds the one that already runs there.
 * `settings` are PostgreSQL's own switches; fsync stays on unless a test says otherwise.
 */
export const openCluster = async (folder: string, settings = usualSettings): Promise<Cluster> => {
  const path = resolve(folder);
  await mkdir(dirname(path), { recursive: true }).catch((cause: unknown) => {
    throw explain(`The data folder ${dirname(path)} cannot be made.`, cause);
  });
  const binaries = await findBinaries();
  const password = await readPassword(`${path}.password`);
  await chmod(`${path}.password`, 0o600);
  const runner = await makeRunner([dirname(path), dirname(binaries.postgres)]);
  if (!(await exists(join(path, 'PG_VERSION')))) await initialise(binaries, runner, path, password);
  const port = (await runningPort(binaries, runner, path)) ?? (await start(binaries, runner, path, settings));
  return {
    url: urlOf(port, password),
    stop: async () => {
      await runner.run(binaries.pg_ctl, ['stop', '-w', '-m', 'fast', '-D', path]);
    },
  };
};

/** The PostgreSQL that runs in `folder` now, if one does. Starts nothing and makes nothing. */
export const findCluster = async (folder: string): Promise<Pick<Cluster, 'url'> | undefined> => {
  const path = resolve(folder);
  if (!(await exists(join(path, 'PG_VERSION')))) return undefined;
  const binaries = await findBinaries();
  const runner = await makeRunner([dirname(path), dirname(binaries.postgres)]);
  const port = await runningPort(binaries, runner, path);
  return port === undefined ? undefined : { url: urlOf(port, await readPassword(`${path}.password`)) };
};

/** Makes the database unless it is there. */
export const ensureDatabase = async (cluster: Cluster, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
};

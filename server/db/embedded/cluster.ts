import { chmod, mkdir, readFile, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '../../process/port.ts';
import { openClient } from '../client.ts';
import { untilReady } from '../ready.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { explain } from './explain.ts';
import { exists, initialise, readPassword } from './initialise.ts';
import { embeddedConnections, sharedBuffersMb } from './limits.ts';
import { runningPort } from './postmaster.ts';
import { makeRunner, type Runner } from './run.ts';

export interface Cluster {
  /** Data folder. */
  readonly folder: string;
  /** Port on which the cluster was opened and restarts. */
  readonly port: number;
  /** URL of a database of this cluster, with the password. */
  readonly url: (database: string, port?: number) => string;
  /** Starts the cluster unless it runs. Returns its port, which differs if another process started the cluster. */
  readonly start: () => Promise<number>;
  /** Stops the cluster if it runs. */
  readonly stop: () => Promise<void>;
  /** Whether the disk has no room for another WAL file. */
  readonly diskIsFull: () => Promise<boolean>;
}

const logFileBytes = 16 * 1024 * 1024;
/** Longer than pg_ctl's default, because crash recovery of a large database takes time. */
const recoveryMs = 3_600_000;

/** Processes of a killed PostgreSQL end with their current statement, whose limit is one minute or, for some, two. */
const leftoversMs = 180_000;
const lookAgainMs = 250;

/** Processes of a killed PostgreSQL still use its memory, so no other may start beside them. */
class LeftoversError extends Error {}

const tryToStart = async (
  binaries: Binaries,
  runner: Runner,
  folder: string,
  settings: string,
  port: number,
): Promise<number> => {
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
    // PostgreSQL is still recovering, or another process started it first.
    const running = await runningPort(folder);
    if (running) return running;
    const log = await readFile(join(folder, 'server.log'), 'utf8').catch(() => '');
    const end = log.split('\n').slice(-6).join('\n');
    const error = explain(`The database in ${folder} does not start.\n${end}`, cause);
    throw end.includes('pre-existing shared memory block') ? new LeftoversError(error.message, { cause }) : error;
  }
  return port;
};

/** Starts PostgreSQL, after the processes of a killed one have ended. */
const start = async (tell: (text: string) => void, ...how: Parameters<typeof tryToStart>): Promise<number> => {
  const untilMs = Date.now() + leftoversMs;
  for (let told = false; ; told = true) {
    try {
      return await tryToStart(...how);
    } catch (error) {
      if (!(error instanceof LeftoversError) || Date.now() > untilMs) throw error;
      if (!told) tell('Processes of a database that was killed are still at work: waiting for them to end.');
      await setTimeout(lookAgainMs);
    }
  }
};

const urlOf =
  (port: number, password: string): Cluster['url'] =>
  (database, at = port) =>
    `postgresql://drivedesk:${password}@127.0.0.1:${at}/${database}`;

// A container without a limit of its own has all memory of the machine.
const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
const usualSettings = `-c max_connections=${embeddedConnections} -c shared_buffers=${sharedBuffersMb(memoryBytes)}MB -c random_page_cost=1.1`;

/**
 * Creates (the first time) and starts PostgreSQL in `folder`, or finds the one already running there.
 * `settings` are PostgreSQL settings. fsync stays on unless a test turns it off.
 */
export const openCluster = async (
  folder: string,
  settings = usualSettings,
  tell: (text: string) => void = () => {},
): Promise<Cluster> => {
  const path = resolve(folder);
  await mkdir(dirname(path), { recursive: true }).catch((cause: unknown) => {
    throw explain(`The data folder ${dirname(path)} cannot be made.`, cause);
  });
  const binaries = await findBinaries();
  const password = await readPassword(`${path}.password`);
  await chmod(`${path}.password`, 0o600);
  const runner = await makeRunner([dirname(path), dirname(binaries.postgres)]);
  if (!(await exists(join(path, 'PG_VERSION')))) await initialise(binaries, runner, path, password);
  const startOn = async (port: number) =>
    (await runningPort(path)) ?? (await start(tell, binaries, runner, path, settings, port));
  const port = await startOn(await freePort());
  const url = urlOf(port, password);
  await untilReady(url('postgres'), recoveryMs, tell);
  return {
    folder: path,
    port,
    url,
    start: () => startOn(port),
    stop: async () => {
      if (!(await runningPort(path))) return;
      await runner.run(binaries.pg_ctl, ['stop', '-w', '-m', 'fast', '-D', path]).catch(async (cause: unknown) => {
        if (await runningPort(path)) throw explain(`The database in ${path} does not stop.`, cause);
      });
    },
    diskIsFull: async () => {
      const { bavail, bsize } = await statfs(path);
      return bavail * bsize < logFileBytes;
    },
  };
};

/** The PostgreSQL running in `folder`, if any. Starts and creates nothing. */
export const findCluster = async (folder: string): Promise<Pick<Cluster, 'url'> | undefined> => {
  const path = resolve(folder);
  if (!(await exists(join(path, 'PG_VERSION')))) return undefined;
  const port = await runningPort(path);
  return port === undefined ? undefined : { url: urlOf(port, await readPassword(`${path}.password`)) };
};

/** Errors of a database that exists already. Two processes that start at once both find it missing. */
const alreadyThere = new Set(['42P04', '23505']);

/** The collation that docs/operations.md names: Russian names in alphabetical order. */
const alphabetical = "template template0 encoding 'UTF8' locale_provider icu icu_locale 'ru-RU'";
/** Errors of a build without ICU: unknown provider, or unknown locale. */
const withoutIcu = new Set(['0A000', '22023']);

const createDatabase = async (client: pg.Client, name: string, sorted: 'alphabetically' | 'as C'): Promise<void> => {
  const create = `create database ${client.escapeIdentifier(name)}`;
  if (sorted === 'as C') {
    await client.query(create);
    return;
  }
  try {
    await client.query(`${create} ${alphabetical}`);
  } catch (error) {
    if (!withoutIcu.has((error as { code?: string }).code ?? '')) throw error;
    await client.query(create);
  }
};

/** Creates the database if it is missing. */
export const ensureDatabase = async (
  cluster: Pick<Cluster, 'url'>,
  name: string,
  sorted: Parameters<typeof createDatabase>[2] = 'alphabetically',
): Promise<void> => {
  const client = await openClient({ connectionString: cluster.url('postgres') });
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await createDatabase(client, name, sorted);
  } catch (error) {
    if (!alreadyThere.has((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
};

import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { platform, totalmem } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '../../process/port.ts';
import { openClient } from '../client.ts';
import { waitForDatabase } from '../ready.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { embeddedConnections, sharedBuffersMb } from './limits.ts';
import { makeRunner, type Runner } from './run.ts';

/**
 * Maximum time for which PostgreSQL's pid file may be empty, ms. PostgreSQL writes the file in one go. A file that
 * stays empty longer comes from a full disk or a power cut.
 */
const emptyPidFileMs = 5000;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
};

/**
 * Whether the process is PostgreSQL in this folder, by its working directory.
 * After a reboot or in a container the pid may belong to another program, and a zombie can be signalled.
 */
const runsInFolder = async (pid: number, folder: string): Promise<boolean> => {
  if (platform() !== 'linux') return true;
  return readlink(`/proc/${pid}/cwd`).then(
    async cwd => cwd === (await realpath(folder)),
    (error: { code?: string }) => error.code !== 'ENOENT' && error.code !== 'ESRCH',
  );
};

/**
 * Port of the PostgreSQL that runs in the folder, whoever started it. PostgreSQL survives the end of a killed Drivedesk
 * process.
 * Deletes a stale pid file that would keep PostgreSQL from starting.
 */
export const runningPort = async (folder: string): Promise<number | undefined> => {
  const file = join(folder, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  const [pid, , , port] = text.split('\n').map(Number);
  if (pid && port && isAlive(pid) && (await runsInFolder(pid, folder))) return port;
  const isStale = pid ? isAlive(pid) : Date.now() - (await stat(file)).mtimeMs > emptyPidFileMs;
  if (isStale) await rm(file, { force: true });
  return undefined;
};

const explainFailure = (failedAction: string, cause: unknown): Error =>
  new Error(`${failedAction}\n${(cause instanceof Error ? cause.message : String(cause)).trim()}`, { cause });

const abandonedAfterMs = 3_600_000;

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const rethrowUnless =
  (...codes: readonly string[]) =>
  (error: unknown) => {
    if (!codes.includes((error as { code?: string }).code ?? '')) throw error;
  };

/**
 * Reads or creates the password file, next to the database and readable by its owner only.
 * The file is written atomically before the database is created, so that two processes starting at once read the same
 * password.
 */
const readPassword = async (file: string): Promise<string> => {
  if (!(await exists(file))) {
    const draft = `${file}.${randomBytes(4).toString('hex')}`;
    await writeFile(draft, randomBytes(24).toString('hex'), { mode: 0o600 });
    await link(draft, file).catch(rethrowUnless('EEXIST'));
    await rm(draft);
  }
  return (await readFile(file, 'utf8')).trim();
};

const removeLeftovers = async (folder: string): Promise<void> => {
  const prefix = `${basename(folder)}.new-`;
  for (const name of await readdir(dirname(folder))) {
    const path = join(dirname(folder), name);
    if (!name.startsWith(prefix)) continue;
    const info = await stat(path).catch(rethrowUnless('ENOENT'));
    const isAbandoned = info && Date.now() - info.mtimeMs > abandonedAfterMs;
    if (isAbandoned || !isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      await rm(path, { recursive: true, force: true });
  }
};

/**
 * Renames the folder of a new database cluster to `folder`, which must be empty or missing. Does nothing if another
 * process has already created a cluster in `folder`.
 */
const moveClusterInto = async (builtFolder: string, folder: string): Promise<void> => {
  await rmdir(folder).catch(rethrowUnless('ENOENT', 'ENOTEMPTY', 'EEXIST'));
  try {
    await rename(builtFolder, folder);
  } catch (cause) {
    if (await exists(join(folder, 'PG_VERSION'))) return;
    throw explainFailure(
      `${folder} is not empty, and no database of PostgreSQL. Move it away, or set DATA_DIR.`,
      cause,
    );
  }
};

/**
 * Creates a database cluster (the data files of one PostgreSQL server) in `folder`. The cluster is built next to the
 * folder and then renamed. So an interruption leaves nothing partial, and the first of two concurrent starts wins.
 */
const createCluster = async (
  binaries: Binaries,
  runner: Runner,
  folder: string,
  password: string,
  signal: AbortSignal | undefined,
): Promise<void> => {
  await removeLeftovers(folder);
  const builtFolder = `${folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  const passwordFile = `${builtFolder}.pw`;
  await mkdir(builtFolder, { mode: 0o700 });
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (runner.user) {
      await chown(builtFolder, runner.user.uid, runner.user.gid);
      await chown(passwordFile, runner.user.uid, runner.user.gid);
    }
    await runner
      .run(
        binaries.initdb,
        [
          `--pgdata=${builtFolder}`,
          '--username=drivedesk',
          '--auth=scram-sha-256',
          `--pwfile=${passwordFile}`,
          '--encoding=UTF8',
          '--locale=C',
        ],
        signal,
      )
      .catch((cause: unknown) => {
        throw explainFailure(`The database could not be made in ${folder}.`, cause);
      });
    await moveClusterInto(builtFolder, folder);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(builtFolder, { recursive: true, force: true });
  }
};

export interface Cluster {
  /** Data folder of this PostgreSQL. */
  readonly folder: string;
  /** Port on which the cluster ran when it was opened. A restart uses the same port. */
  readonly port: number;
  /** URL of a database of this cluster, with the password. */
  readonly url: (database: string, port?: number) => string;
  /** Starts the cluster unless it runs. Returns its port, which differs if another process started the cluster. */
  readonly start: () => Promise<number>;
  /** Stops this PostgreSQL if it runs. */
  readonly stop: () => Promise<void>;
  /** Whether the disk has no room for another WAL file. */
  readonly diskIsFull: () => Promise<boolean>;
}

const walFileBytes = 16 * 1024 * 1024;
/**
 * Time limit of a start of PostgreSQL, ms. It is above pg_ctl's default, because crash recovery of a large database
 * takes time.
 */
const recoveryTimeoutMs = 3_600_000;

/**
 * Longest wait for the processes of a killed PostgreSQL, ms. They end after their current statement, which takes at
 * most two minutes.
 */
const leftoversTimeoutMs = 180_000;
const pollIntervalMs = 250;

/** PostgreSQL cannot start yet, because processes of a killed PostgreSQL still use its shared memory. */
class LeftoverProcessesError extends Error {}

const tryToStart = async (
  binaries: Binaries,
  runner: Runner,
  folder: string,
  settings: string,
  port: number,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= ${settings}`;
  try {
    const args = ['start', '-w', '-t', '60', '-D', folder, '-l', join(folder, 'server.log'), '-o', options];
    await runner.run(binaries.pg_ctl, args, signal);
  } catch (cause) {
    // The start also fails if PostgreSQL is still recovering, or if another process started it first.
    const portOfOther = await runningPort(folder);
    if (portOfOther) return portOfOther;
    const logText = await readFile(join(folder, 'server.log'), 'utf8').catch(() => '');
    const lastLines = logText.split('\n').slice(-6).join('\n');
    const error = explainFailure(`The database in ${folder} does not start.\n${lastLines}`, cause);
    throw lastLines.includes('pre-existing shared memory block')
      ? new LeftoverProcessesError(error.message, { cause })
      : error;
  }
  return port;
};

/** Starts PostgreSQL, after the processes of a killed one have ended. */
const startWhenFree = async (
  log: (text: string) => void,
  ...attempt: Parameters<typeof tryToStart>
): Promise<number> => {
  const deadlineMs = Date.now() + leftoversTimeoutMs;
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await tryToStart(...attempt);
    } catch (error) {
      if (!(error instanceof LeftoverProcessesError) || Date.now() > deadlineMs) throw error;
      if (!isLogged) log('Processes of a database that was killed are still at work: waiting for them to end.');
      await setTimeout(pollIntervalMs);
    }
  }
};

const urlOf =
  (port: number, password: string): Cluster['url'] =>
  (database, databasePort = port) =>
    `postgresql://drivedesk:${password}@127.0.0.1:${databasePort}/${database}`;

// `constrainedMemory` is 0 or unknown in a container without a memory limit, which can use all memory of the machine.
const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
const defaultSettings = `-c max_connections=${embeddedConnections} -c shared_buffers=${sharedBuffersMb(memoryBytes)}MB -c random_page_cost=1.1`;

/**
 * Creates (the first time) and starts PostgreSQL in `folder`, or finds the one already running there.
 * `settings` are PostgreSQL settings. fsync stays on unless a test turns it off. `signal` gives up the opening, and stops
 * what it has started.
 */
export const openCluster = async (
  folder: string,
  settings = defaultSettings,
  log: (text: string) => void = () => {},
  signal?: AbortSignal,
): Promise<Cluster> => {
  const path = resolve(folder);
  await mkdir(dirname(path), { recursive: true }).catch((cause: unknown) => {
    throw explainFailure(`The data folder ${dirname(path)} cannot be made.`, cause);
  });
  const binaries = await findBinaries();
  const password = await readPassword(`${path}.password`);
  await chmod(`${path}.password`, 0o600);
  const runner = await makeRunner([dirname(path), dirname(binaries.postgres)]);
  if (!(await exists(join(path, 'PG_VERSION')))) await createCluster(binaries, runner, path, password, signal);
  const startOnPort = async (port: number) =>
    (await runningPort(path)) ?? (await startWhenFree(log, binaries, runner, path, settings, port, signal));
  const stop = async () => {
    if (!(await runningPort(path))) return;
    await runner.run(binaries.pg_ctl, ['stop', '-w', '-m', 'fast', '-D', path]).catch(async (cause: unknown) => {
      if (await runningPort(path)) throw explainFailure(`The database in ${path} does not stop.`, cause);
    });
  };
  const start = async () => {
    const port = await startOnPort(await freePort());
    await waitForDatabase(urlOf(port, password)('postgres'), recoveryTimeoutMs, log, signal);
    signal?.throwIfAborted();
    return port;
  };
  const port = await start().catch(async (error: unknown) => {
    if (signal?.aborted) await stop();
    throw error;
  });
  const url = urlOf(port, password);
  return {
    folder: path,
    port,
    url,
    start: () => startOnPort(port),
    stop,
    diskIsFull: async () => {
      const { bavail, bsize } = await statfs(path);
      return bavail * bsize < walFileBytes;
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

/**
 * PostgreSQL's error codes for a database that already exists. Two processes that start at once may both try to create
 * it.
 */
const existsCodes = new Set(['42P04', '23505']);

/** The collation that docs/operations.md names: Russian names in alphabetical order. */
const russianCollation = "template template0 encoding 'UTF8' locale_provider icu icu_locale 'ru-RU'";
/**
 * PostgreSQL's error codes when it was built without ICU (its library for collations): unknown provider, or unknown
 * locale.
 */
const missingIcuCodes = new Set(['0A000', '22023']);

const createDatabase = async (client: pg.Client, name: string, sortOrder: 'alphabetically' | 'as C'): Promise<void> => {
  const createStatement = `create database ${client.escapeIdentifier(name)}`;
  if (sortOrder === 'as C') {
    await client.query(createStatement);
    return;
  }
  try {
    await client.query(`${createStatement} ${russianCollation}`);
  } catch (error) {
    if (!missingIcuCodes.has((error as { code?: string }).code ?? '')) throw error;
    await client.query(createStatement);
  }
};

export const ensureDatabase = async (
  cluster: Pick<Cluster, 'url'>,
  name: string,
  sortOrder: Parameters<typeof createDatabase>[2] = 'alphabetically',
): Promise<void> => {
  const client = await openClient({ connectionString: cluster.url('postgres') });
  try {
    const existing = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (existing.rowCount === 0) await createDatabase(client, name, sortOrder);
  } catch (error) {
    if (!existsCodes.has((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
};

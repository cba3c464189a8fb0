import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureDatabase, openCluster } from '../../../server/db/embedded/cluster.ts';
import { makeRunner } from '../../../server/db/embedded/run.ts';
import { freePort } from '../../../server/process/port.ts';
import { root } from '../../../tests/support/imports.ts';

const exec = promisify(execFile);
const restartMs = 1000;

/** A process that is started again whenever it ends, as a service manager would. */
export interface Service {
  readonly name: string;
  /**
   * Number of starts that ended before the process was ready. A process gives up if the database is away for too long.
   */
  readonly givenUp: () => number;
  /** Descriptions of unexpected ends of the process after it was ready. */
  readonly faults: readonly string[];
  readonly kills: () => number;
  readonly isReady: () => boolean;
  readonly send: (message: number) => void;
  /** Kills the process and starts it again after `forMs`. */
  readonly kill: (forMs: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Matches the output by which the process says that it is ready. */
  readonly ready: RegExp;
  /** True: opens a channel through which the parent sends messages to the process. */
  readonly ipc?: boolean;
}

/** Starts a process and writes its output into a file of `folder`. */
export const startService = (name: string, folder: string, command: Command): Service => {
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
  const faults: string[] = [];
  let child: ChildProcess;
  let ready = false;
  let expected = false;
  let stopping = false;
  let kills = 0;
  let givenUp = 0;
  let waitMs = restartMs;
  const start = () => {
    ready = false;
    expected = false;
    child = spawn(command.program, command.args, {
      cwd: root,
      env: { ...process.env, ...command.environment },
      stdio: ['ignore', 'pipe', 'pipe', ...(command.ipc ? (['ipc'] as const) : [])],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        log.write(chunk);
        ready ||= command.ready.test(chunk.toString());
      });
    child.once('exit', (code, signal) => {
      log.write(`-- ended: ${signal ?? code}\n`);
      if (!expected && ready) faults.push(`${name} ended by itself: ${signal ?? code}`);
      if (!expected && !ready) givenUp += 1;
      ready = false;
      if (!stopping) void setTimeout(waitMs).then(() => stopping || start());
      waitMs = restartMs;
    });
  };
  start();
  return {
    name,
    faults,
    givenUp: () => givenUp,
    kills: () => kills,
    isReady: () => ready,
    send: message => {
      if (child.connected) child.send(message);
    },
    kill: async forMs => {
      kills += 1;
      if (child.exitCode !== null || child.signalCode !== null) return;
      expected = true;
      waitMs = forMs;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    stop: async () => {
      stopping = true;
      expected = true;
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        const [code, signal] = await Promise.race([once(child, 'exit'), setTimeout(40_000, [undefined, 'no end'])]);
        if (code !== 0) faults.push(`${name} did not stop with 0: ${signal ?? code}`);
        if (signal === 'no end') child.kill('SIGKILL');
      }
      log.end();
    },
  };
};

/**
 * Mounts a disk of limited size as `folder`. Returns undefined on success, or the reason why that is not possible here.
 */
export const mountDisk = async (folder: string, megabytes: number): Promise<string | undefined> => {
  await mkdir(folder, { recursive: true });
  return exec('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'chaos', folder]).then(
    () => undefined,
    (error: { stderr?: string; message: string }) => (error.stderr || error.message).trim().split('\n')[0],
  );
};
export const unmountDisk = async (folder: string): Promise<void> => void (await exec('umount', ['-l', folder]));

/** Fills the disk of a folder and keeps it full while other files are removed. Returns a function that frees it. */
export const fillDisk = async (folder: string): Promise<() => Promise<void>> => {
  const file = join(folder, 'filler');
  let full = true;
  const fillUp = async () => {
    for (let part = 0; full; part += 1) {
      const { bavail, bsize } = await statfs(folder);
      const bytes = Math.min(bavail * bsize, 16 * 1024 * 1024);
      if (bytes > 0) await writeFile(`${file}.${part}`, Buffer.alloc(bytes, 1)).catch(() => {});
      else await setTimeout(100);
    }
  };
  const filling = fillUp();
  return async () => {
    full = false;
    await filling;
    for (const name of await readdir(folder)) if (name.startsWith('filler')) await rm(join(folder, name));
  };
};

/** Kills all processes of a PostgreSQL server at once, so that no process can write its buffers to disk. */
const killPostgres = async (folder: string): Promise<void> => {
  const pidFile = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number(pidFile.split('\n')[0]);
  if (!postmaster) return;
  const children = await Promise.all(
    (await readdir('/proc')).filter(Number).map(async pid => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(stat.split(') ')[1]?.split(' ')[1]) === postmaster ? Number(pid) : [];
    }),
  );
  for (const pid of [postmaster, ...children.flat()])
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process to kill has already ended.
    }
};

/**
 * Starts a PostgreSQL server, and starts it again whenever it is down, as a service manager does. Its time zone differs
 * from the one that Drivedesk needs. Drivedesk must therefore set its own.
 */
export const openDatabase = async (folder: string) => {
  const cluster = await openCluster(
    join(folder, 'postgres'),
    '-c max_connections=130 -c shared_buffers=64MB -c max_wal_size=96MB -c min_wal_size=32MB -c TimeZone=Europe/Moscow',
  );
  await ensureDatabase(cluster, 'chaos');
  let watching = true;
  let away = false;
  const watch = async () => {
    while (watching) {
      if (!away) await cluster.start().catch(() => {});
      await setTimeout(500);
    }
  };
  const watched = watch();
  return {
    port: cluster.port,
    url: cluster.url('chaos'),
    kill: async (forMs: number) => {
      away = true;
      await killPostgres(cluster.folder);
      await setTimeout(forMs);
      away = false;
    },
    stop: async () => {
      watching = false;
      await watched;
      await cluster.stop();
    },
  };
};

const pgbouncer = '/usr/sbin/pgbouncer';

/** Starts PgBouncer in session mode with its usual settings. Returns undefined where it is not installed. */
export const startPooler = async (folder: string, databaseUrl: string) => {
  if (!(await exec(pgbouncer, ['--version']).catch(() => undefined))) return undefined;
  const { username, password, port, pathname } = new URL(databaseUrl);
  const path = resolve(folder);
  const { user } = await makeRunner([path]);
  const listenPort = await freePort();
  const settings = `[databases]
chaos = host=127.0.0.1 port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = trust
auth_file = ${path}/users.txt
pool_mode = session
max_client_conn = 300
default_pool_size = 110
server_login_retry = 1
`;
  const files = { 'pgbouncer.ini': settings, 'users.txt': `"${username}" "${password}"\n` };
  for (const [name, text] of Object.entries(files)) {
    const file = join(path, name);
    await writeFile(file, text, { mode: 0o600 });
    await chmod(file, 0o600);
    if (user) await chown(file, user.uid, user.gid);
  }
  const asUser = user ? ['-u', 'postgres'] : [];
  const args = [...asUser, join(path, 'pgbouncer.ini')];
  return { port: listenPort, service: startService('pooler', path, { program: pgbouncer, args, ready: /process up/ }) };
};

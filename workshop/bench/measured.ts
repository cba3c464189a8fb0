import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { connect } from '../../server/db/connect.ts';
import { ensureDatabase, openCluster } from '../../server/db/embedded/cluster.ts';
import { migrate } from '../../server/db/migrate.ts';
import { makeGiven } from '../../tests/support/given.ts';
import { startServer } from '../../tests/support/running.ts';

/** Opens an empty database in a folder that nothing else uses. Closing it removes the folder. */
export const openEmptyDatabase = async (folder: string) => {
  const cluster = await openCluster(join(folder, 'postgres'), '-c max_connections=60');
  await ensureDatabase(cluster, 'bench');
  const url = cluster.url('bench');
  const connection = connect(url, console.error);
  await migrate(connection.db);
  const close = async () => {
    await connection.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, connection, given: makeGiven(connection.db, () => new Date()), close };
};

/** Opens the database of DATABASE_URL, which is kept, or an empty one. */
export const openKeptDatabase = async (folder: string) => {
  const url = process.env.DATABASE_URL;
  if (!url) return openEmptyDatabase(folder);
  const connection = connect(url, console.error);
  await migrate(connection.db);
  return { url, connection, given: makeGiven(connection.db, () => new Date()), close: () => connection.close() };
};

const clockTickMs = 10;

/** Returns the processor time of the database's processes, those included that have ended, ms (Linux). */
export const readDatabaseMs = async (pool: pg.Pool): Promise<number> => {
  const statOf = async (pid: number) =>
    (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ').map(Number) ?? [];
  const ticksOf = (stat: readonly number[], last: number) => stat.slice(11, last).reduce((sum, each) => sum + each, 0);
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = (await statOf(rows[0]!.pid))[1]!;
  let ticks = ticksOf(await statOf(postmaster), 15);
  for (const pid of (await readdir('/proc')).map(Number).filter(Boolean)) {
    const stat = await statOf(pid);
    if (stat[1] === postmaster) ticks += ticksOf(stat, 13);
  }
  return ticks * clockTickMs;
};

/** Returns the processor time of this process's main thread, ms (Linux). */
export const readEventLoopMs = async (): Promise<number> => {
  const stat = await readFile(`/proc/self/task/${process.pid}/stat`, 'utf8');
  const [user, system] = stat.split(') ')[1]!.split(' ').slice(11, 13).map(Number);
  return (user! + system!) * clockTickMs;
};

interface Stall {
  readonly clockMs: number;
  readonly processorMs: number;
}

/** Starts a server whose memory and longest event-loop stall can be read (Linux). */
export const startMeasured = async (folder: string, environment: Record<string, string>) => {
  // The folder is created here, because a server with an external database creates none at its start.
  await mkdir(folder, { recursive: true });
  const stallsFile = join(folder, 'stalls');
  const server = await startServer(folder, {
    ...environment,
    STALLS_FILE: stallsFile,
    NODE_OPTIONS: `--import ${new URL('stalls.mjs', import.meta.url).href}`,
  });
  /** Resolves to the longest stall of the server's event loop since `worstStall` was last called. */
  const worstStall = async (): Promise<Stall> => {
    await rm(stallsFile, { force: true });
    process.kill(server.pid, 'SIGUSR2');
    for (;;) {
      const text = await readFile(stallsFile, 'utf8').catch(() => '');
      if (text) return JSON.parse(text) as Stall;
      await setTimeout(5);
    }
  };
  const megabytes = async (name: string): Promise<number> => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  };
  /** Starts a measurement of stalls and memory. The returned function resolves to a line with the results. */
  const watch = async (): Promise<() => Promise<string>> => {
    await worstStall();
    await writeFile(`/proc/${server.pid}/clear_refs`, '5');
    const rssBeforeMb = await megabytes('VmRSS');
    return async () => {
      const { clockMs, processorMs } = await worstStall();
      const peak = await megabytes('VmHWM');
      return `resident ${rssBeforeMb.toFixed(0)} → ${peak.toFixed(0)} MB; longest stall ${clockMs.toFixed(0)} ms, ${processorMs.toFixed(0)} of them at work`;
    };
  };
  return { ...server, megabytes, worstStall, watch };
};

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestApp } from './app.ts';
import { type Running, startServer } from './running.ts';

export type Processes = Awaited<ReturnType<typeof openProcesses>>;

/**
 * Starts servers in processes of their own on one fresh database. `app` inserts rows into it, and its clock shows the
 * real time. `close` takes the servers that run by then. `settings`: environment of an additional server on the same
 * database.
 */
export const openProcesses = async (count: number, environment: Readonly<Record<string, string>> = {}) => {
  const app = await openTestApp(new Date().toISOString());
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-processes-'));
  const settings = { DATABASE_URL: app.databaseUrl, DATABASE_CONNECTIONS: '10', DEMO: '0', ...environment };
  const [first, ...others] = await Promise.all(Array.from({ length: count }, () => startServer(folder, settings)));
  if (!first) throw new Error('No server was asked for.');
  return {
    app,
    folder,
    settings,
    servers: [first, ...others] as const,
    close: async (servers: readonly Running[]) => {
      await Promise.all(servers.map(server => server.stop()));
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

import { chmod, chown, cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCabinet, cabinetIsStale } from '../../scripts/build-cabinet.ts';
import { findChromium } from './find-chromium.ts';
import { type Running, startServer } from './running.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a stopped server with the demo portfolio; copied per test file. */
    demoData: string;
  }
}

const on = (...names: readonly string[]) => Object.fromEntries(names.map(name => [`VITE_LAYOUT_${name}`, '1']));

/** Where the API of the cabinet on another host is: fixed, since it is built in; below the ports that systems give out. */
export const otherHostPort = 24_731;

/** Cabinet builds: the default, one with all switches turned on that are off by default, one without menus, on another host than its API. */
const builds: readonly (readonly [name: string | undefined, settings: Record<string, string>])[] = [
  [undefined, {}],
  ['cabinet-switches', on('NOTIFICATIONS', 'QUICK_ACTIONS', 'USER_PANEL', 'CART', 'QUICK_PANEL')],
  ['cabinet-blank', { ...on('BLANK'), VITE_API_HOST: `http://127.0.0.1:${otherHostPort}` }],
];

/** Before all journeys: finds a browser, builds the cabinet, and creates a demo portfolio. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  findChromium();
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-demo-'));
  await chmod(folder, 0o755);
  const build = async () => {
    for (const [name, settings] of builds) if (await cabinetIsStale(name)) await buildCabinet(name, settings);
  };
  const makeDemo = async () => {
    const server = await startServer(folder);
    await server.stop();
  };
  await Promise.all([build(), makeDemo()]);
  project.provide('demoData', folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** Copied files belong to the copier: as root, returns the database's files to its user. */
const keepOwners = async (from: string, to: string): Promise<void> => {
  if (process.getuid?.() !== 0) return;
  for (const name of await readdir(from, { recursive: true })) {
    const { uid, gid } = await stat(join(from, name));
    await chown(join(to, name), uid, gid);
  }
};

/** A server on a copy of the demo portfolio in an empty folder. */
export const startDemo = async (
  demoData: string,
  environment: Record<string, string> = {},
  empty?: string,
  tree?: string,
): Promise<Running> => {
  const folder = empty ?? (await mkdtemp(join(tmpdir(), 'drivedesk-journey-')));
  await chmod(folder, 0o755);
  await cp(demoData, folder, { recursive: true, preserveTimestamps: true });
  await keepOwners(demoData, folder);
  return startServer(folder, environment, undefined, tree);
};

/** Stops the server and deletes its copy. */
export const endDemo = async (server: Running): Promise<void> => {
  await server.stop();
  await rm(server.dataDir, { recursive: true, force: true });
};

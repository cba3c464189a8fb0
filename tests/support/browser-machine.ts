import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCabinet, cabinetIsStale } from '../../scripts/build-cabinet.ts';
import { openCluster } from '../../server/db/embedded/cluster.ts';
import { findChromium } from './find-chromium.ts';
import { type Running, startServer } from './running.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a stopped server with the demo portfolio, to be copied for a process of its own. */
    demoData: string;
    /** URL of the database `postgres` of a cluster whose `drivedesk` has the demo portfolio, to be copied per test file. */
    demoServer: string;
  }
}

const on = (...names: readonly string[]) => Object.fromEntries(names.map(name => [`VITE_LAYOUT_${name}`, '1']));

/** Cabinet builds: the default, one with all switches turned on that are off by default, one without menus. */
const builds: readonly (readonly [name: string | undefined, settings: Record<string, string>])[] = [
  [undefined, {}],
  ['cabinet-switches', on('NOTIFICATIONS', 'QUICK_ACTIONS', 'USER_PANEL', 'CART', 'QUICK_PANEL')],
  ['cabinet-blank', on('BLANK')],
];

/** For disposable databases only: nothing has to survive a power cut. */
const settings = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200';

/** Before all journeys: finds a browser, builds the cabinet, and creates a demo portfolio. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  findChromium();
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-demo-'));
  const [stopped, running] = [join(folder, 'stopped'), join(folder, 'running')];
  for (const each of [folder, stopped, running]) {
    await mkdir(each, { recursive: true });
    await chmod(each, 0o755);
  }
  const build = async () => {
    for (const [name, settings] of builds) if (await cabinetIsStale(name)) await buildCabinet(name, settings);
  };
  const makeDemo = async () => {
    const server = await startServer(stopped);
    await server.stop();
    await copyData(stopped, running);
    return openCluster(join(running, 'postgres'), settings);
  };
  const [cluster] = await Promise.all([makeDemo(), build()]);
  project.provide('demoData', stopped);
  project.provide('demoServer', cluster.url('postgres'));
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Copied files belong to the copier: as root, returns the database's files to its user. */
const keepOwners = async (from: string, to: string): Promise<void> => {
  if (process.getuid?.() !== 0) return;
  for (const name of await readdir(from, { recursive: true })) {
    const { uid, gid } = await stat(join(from, name));
    await chown(join(to, name), uid, gid);
  }
};

/** Copies the folder of a stopped server. */
const copyData = async (from: string, to: string): Promise<void> => {
  await cp(from, to, { recursive: true, preserveTimestamps: true });
  await keepOwners(from, to);
};

/** A process of its own on a copy of the demo portfolio in an empty folder. */
export const startDemo = async (demoData: string, empty?: string, tree?: string): Promise<Running> => {
  const folder = empty ?? (await mkdtemp(join(tmpdir(), 'drivedesk-journey-')));
  await chmod(folder, 0o755);
  await copyData(demoData, folder);
  return startServer(folder, {}, undefined, tree);
};

import { randomInt } from 'node:crypto';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCabinet, cabinetFolder, cabinetIsStale } from '../../scripts/build-cabinet.ts';
import { ensurePortFree } from '../../server/process/port.ts';
import { findChromium } from './find-chromium.ts';
import type { Machine } from './machine.ts';
import { type Running, startServer } from './running.ts';
import { openTestCluster, overSocket } from './testCluster.ts';
import { threadScript } from './threads.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a stopped server with the demo portfolio. A process of its own gets a copy. */
    demoData: string;
    /** File with a `Machine`. It appears when everything is ready; see machine.ts. */
    machineFile: string;
    /** Folders of two builds of the cabinet: one with all optional switches on, one without menus. */
    cabinets: { readonly switches: string; readonly blank: string };
    /** Port of the API for the cabinet on another host. The address is built into that cabinet. */
    otherHostPort: number;
  }
}

/** Switches that are off by default. */
const switches = ['NOTIFICATIONS', 'QUICK_ACTIONS', 'USER_PANEL', 'CART', 'QUICK_PANEL'];
const on = (...names: readonly string[]) => Object.fromEntries(names.map(name => [`VITE_LAYOUT_${name}`, '1']));

/** Returns a free port below the range of automatic ports, because a server will listen there minutes later. */
const findLastingPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const isFree = await ensurePortFree({ port, host: '127.0.0.1' }).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
};

/**
 * Copies the built cabinet and turns switches on. Such a build differs only in its settings, which are one object in
 * one script. A real build would take twelve seconds of a core.
 */
const cabinetWith = async (folder: string, given: Readonly<Record<string, string>>): Promise<void> => {
  await cp(cabinetFolder(), folder, { recursive: true });
  const scripts = join(folder, 'static', 'js');
  const settings = Object.entries(given)
    .map(([name, value]) => `${name}:${JSON.stringify(value)},`)
    .join('');
  let found = 0;
  for (const name of await readdir(scripts)) {
    const text = await readFile(join(scripts, name), 'utf8');
    if (!text.includes('{BASE_URL:')) continue;
    found += 1;
    await writeFile(join(scripts, name), text.replace('{BASE_URL:', `{${settings}BASE_URL:`));
  }
  if (found !== 1) throw new Error(`The settings of the cabinet are in ${found} scripts instead of one`);
};

/**
 * Runs before all journeys and finds a browser. Separate processes build the cabinet and the demo portfolio, which
 * takes half a minute of a core. Other projects' tests need not wait for them. Journeys wait in machine.ts.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  findChromium();
  project.provide('threadScript', await threadScript());
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-demo-'));
  // With this variable a developer gives the folder of a stopped server in demo mode, which saves 15 s per run.
  const given = process.env.TEST_DEMO_DATA;
  const [stopped, running] = [given ?? join(folder, 'stopped'), join(folder, 'running')];
  for (const each of [folder, stopped, running]) {
    await mkdir(each, { recursive: true });
    await chmod(each, 0o755);
  }
  const cabinets = { switches: join(folder, 'cabinet-switches'), blank: join(folder, 'cabinet-blank') };
  const otherHostPort = await findLastingPort();
  const build = async () => {
    if (await cabinetIsStale()) await buildCabinet();
    const [{ blank }, otherHost] = [cabinets, `http://127.0.0.1:${otherHostPort}`];
    await cabinetWith(cabinets.switches, on(...switches));
    await cabinetWith(blank, { ...on('BLANK'), VITE_API_HOST: otherHost });
    await writeFile(join(blank, 'origins.json'), JSON.stringify([otherHost]));
  };
  const makeDemo = async () => {
    if (!given) {
      const server = await startServer(stopped);
      await server.stop();
    }
    await copyData(stopped, running);
    return openTestCluster(running);
  };
  const machineFile = join(folder, 'machine.json');
  // The file is renamed when complete, because tests read it as soon as it exists.
  const leave = async (machine: Machine) => {
    await writeFile(`${machineFile}.new`, JSON.stringify(machine));
    await rename(`${machineFile}.new`, machineFile);
  };
  const demo = makeDemo();
  const made = Promise.all([demo, build()]).then(
    ([cluster]) => leave({ demoServer: overSocket(cluster.url('postgres'), cluster.socket) }),
    (error: unknown) => leave({ fault: `What journeys need could not be made: ${String(error)}` }),
  );
  project.provide('cabinets', cabinets);
  project.provide('otherHostPort', otherHostPort);
  project.provide('demoData', stopped);
  project.provide('machineFile', machineFile);
  return async () => {
    await made;
    const cluster = await demo.catch(() => undefined);
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Copied files belong to the user of the copy. As root, this restores the owner of the database's files. */
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

/** Starts a process of its own on a copy of the demo portfolio. */
export const startDemo = async (demoData: string, empty?: string, tree?: string): Promise<Running> => {
  const folder = empty ?? (await mkdtemp(join(tmpdir(), 'drivedesk-journey-')));
  await chmod(folder, 0o755);
  await copyData(demoData, folder);
  return startServer(folder, {}, undefined, tree);
};

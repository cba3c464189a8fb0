import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../server/root.mjs';
import { digestOf } from './program.mjs';

const sourcePaths = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** Returns the output folder of a build. A build with other settings uses another name next to the default one. */
export const cabinetFolder = (name = 'cabinet'): string => join(root, 'dist', name);

/**
 * Returns the file with the hash of the sources of a build. The file is outside the build's folder, because the whole
 * folder is served.
 */
const madeOfFile = (name?: string): string => `${cabinetFolder(name)}.made-of`;

export const cabinetIsStale = async (name?: string): Promise<boolean> =>
  (await readFile(madeOfFile(name), 'utf8').catch(() => '')) !== (await digestOf(sourcePaths)) ||
  !existsSync(join(cabinetFolder(name), 'index.html'));

/**
 * Replaces the built web application by the output of `build`. After an interruption the folder has the previous build,
 * or nothing.
 */
export const replaceCabinet = async (name: string | undefined, build: (folder: string) => Promise<unknown>) => {
  const folder = cabinetFolder(name);
  const unfinishedFolder = `${folder}.unfinished`;
  const composedOf = await digestOf(sourcePaths);
  await build(unfinishedFolder);
  await rm(madeOfFile(name), { force: true });
  await rm(folder, { recursive: true, force: true });
  await rename(unfinishedFolder, folder);
  await writeFile(madeOfFile(name), composedOf);
};

const failureText = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal
    ? `was ended by ${signal}${signal === 'SIGKILL' ? ': perhaps the machine ran out of memory' : ''}.`
    : `failed (exit code ${code}); why is said above.`;

/**
 * Builds the web application. `settings` are those of docs/configuration.md, by default from the environment. A child
 * process builds, because the builder takes 800 MB that a server would otherwise keep. Ctrl+C or a signal to this
 * process ends the child process too.
 */
export const buildCabinet = async (
  name = 'cabinet',
  settings: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const child = spawn(process.execPath, ['--import', 'tsx', join('scripts', 'build.ts'), name], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
    windowsHide: true,
  });
  const end = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code !== 0) throw new Error(`Building the cabinet ${failureText(code, signal)}`);
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
};

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** Where a build lies. One with other settings has a name of its own, beside the usual one. */
export const cabinetFolder = (name = 'cabinet'): string => join(root, 'dist', name);

const modifiedAt = async (path: string): Promise<number> => {
  const info = await stat(path).catch(() => undefined);
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  const names = await readdir(path);
  return Math.max(0, ...(await Promise.all(names.map(name => modifiedAt(join(path, name))))));
};

export const cabinetIsStale = async (name?: string): Promise<boolean> => {
  const built = await modifiedAt(join(cabinetFolder(name), 'index.html'));
  const newest = Math.max(...(await Promise.all(sources.map(name => modifiedAt(join(root, name))))));
  return built < newest;
};

const wordsOf = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal
    ? `was ended by ${signal}${signal === 'SIGKILL' ? ': perhaps the machine ran out of memory' : ''}.`
    : `failed (exit code ${code}); why is said above.`;

/**
 * `settings` are those of docs/configuration.md; without them they come from the environment. It is built in a process
 * of its own, since the builder takes 800 MB and a server that had built would keep them. A Ctrl+C ends both, and so
 * does what a service manager sends to this process alone.
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
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, end);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code !== 0) throw new Error(`Building the cabinet ${wordsOf(code, signal)}`);
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
};

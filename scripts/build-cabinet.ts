import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
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

/** Sets the environment for as long as something runs. */
const withEnvironment = async (given: Readonly<Record<string, string>>, run: () => Promise<unknown>): Promise<void> => {
  const before = Object.keys(given).map(name => [name, process.env[name]] as const);
  Object.assign(process.env, given);
  try {
    await run();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
};

/** `settings` are those of docs/configuration.md; without them they come from the environment. */
export const buildCabinet = async (name?: string, settings: Readonly<Record<string, string>> = {}): Promise<void> => {
  const { build } = await import('vite');
  // A test runner names itself there, and the cabinet would be built with React's development half: twice as large.
  await withEnvironment({ ...settings, NODE_ENV: 'production' }, () =>
    build({ root, logLevel: 'warn', build: { outDir: cabinetFolder(name) } }),
  );
};

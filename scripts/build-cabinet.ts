import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

const modifiedAt = async (path: string): Promise<number> => {
  const info = await stat(path).catch(() => undefined);
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  const names = await readdir(path);
  return Math.max(0, ...(await Promise.all(names.map(name => modifiedAt(join(path, name))))));
};

export const cabinetIsStale = async (): Promise<boolean> => {
  const built = await modifiedAt(join(root, 'dist', 'cabinet', 'index.html'));
  const newest = Math.max(...(await Promise.all(sources.map(name => modifiedAt(join(root, name))))));
  return built < newest;
};

export const buildCabinet = async (): Promise<void> => {
  const { build } = await import('vite');
  const before = process.env.NODE_ENV;
  // A test runner names itself here, and the cabinet would be built with React's development half: twice as large.
  process.env.NODE_ENV = 'production';
  try {
    await build({ root, logLevel: 'warn' });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
};

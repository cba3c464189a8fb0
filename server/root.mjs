import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folderOf = (file, from) => {
  if (existsSync(join(from, file))) return from;
  const above = dirname(from);
  if (above === from) throw new Error(`No folder above ${import.meta.dirname} has a ${file}.`);
  return folderOf(file, above);
};

export const root = folderOf('package.json', import.meta.dirname);

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collect } from '../src/resources/collect.ts';

const folder = join(import.meta.dirname, '..', 'src', 'resources');

const files = (await readdir(folder)).filter(name => name.endsWith('.ts') && name !== 'index.ts').sort();

/** Every resource there is, found by folder as the cabinet finds them (src/resources/index.ts). */
export const resources = collect(
  Object.fromEntries(
    await Promise.all(
      files.map(async name => [name, (await import(pathToFileURL(join(folder, name)).href)) as object] as const),
    ),
  ),
);

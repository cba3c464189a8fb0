import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collect } from '../src/schema/collect.ts';
import type { Resource } from '../src/schema/define.ts';
import { root } from './root.mjs';

const folder = join(root, 'src', 'resources');

const files = (await readdir(folder)).filter(name => name.endsWith('.ts') && name !== 'index.ts').sort();

/** All resources, found by folder as in the cabinet (src/resources/index.ts). */
export const resources = collect(
  Object.fromEntries(
    await Promise.all(
      files.map(async name => [name, (await import(`../src/resources/${name.slice(0, -3)}.ts`)) as object] as const),
    ),
  ),
);

/** Returns the resource with this name. */
export const resourceNamed = (name: string): Resource => {
  const found = resources[name];
  if (!found) throw new Error(`There is no resource "${name}" in src/resources.`);
  return found;
};

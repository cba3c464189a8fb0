import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collectResources, type Resources } from '../../src/schema/collect.ts';
import { root } from '../root.mjs';

export const loadResourcesOfFolder = async (
  folder: string,
  load: (name: string) => Promise<object>,
): Promise<Resources> => {
  const files = await readdir(join(root, 'src', 'resources', folder));
  const names = files.filter(file => file.endsWith('.ts') && file !== 'index.ts').sort();
  const loaded = names.map(async file => [file, await load(file.slice(0, -'.ts'.length))] as const);
  return collectResources(Object.fromEntries(await Promise.all(loaded)));
};

/** Resources that are part of every product made with the engine. */
export const engineResources = await loadResourcesOfFolder(
  'engine',
  name => import(`../../src/resources/engine/${name}.ts`),
);

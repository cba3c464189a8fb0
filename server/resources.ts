import type { Resources } from '../src/schema/collect.ts';
import type { Resource } from '../src/schema/define.ts';
import { engineResources, loadResourcesOfFolder } from './engine/resources.ts';

/** All resources, found by their folders as in the web application (src/resources/index.ts). */
export const resources: Resources = {
  ...(await loadResourcesOfFolder('.', name => import(`../src/resources/${name}.ts`))),
  ...engineResources,
};

export const resourceNamed = (name: string): Resource => {
  const resource = resources[name];
  if (!resource) throw new Error(`There is no resource "${name}" in src/resources.`);
  return resource;
};

import type { Resource } from './define.ts';

export type Resources = { readonly [name: string]: Resource };

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'entity' in value && 'fields' in value && 'access' in value;

/** Returns the resources among the exports of these files, by name, in the order of file names. */
export const collectResources = (modules: { readonly [path: string]: object }): Resources => {
  const resources = Object.keys(modules)
    .sort()
    .flatMap(path => Object.values(modules[path] ?? {}).filter(isResource));
  return Object.fromEntries(resources.map(resource => [resource.name, resource]));
};

import type { Resource } from './define.ts';

export type Resources = { readonly [name: string]: Resource };

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'entity' in value && 'fields' in value && 'access' in value;

/**
 * Returns the descriptions of resources that these source files export, by the resource's name. The order is that of
 * the file names.
 */
export const collectResources = (modules: { readonly [path: string]: object }): Resources => {
  const resources = Object.keys(modules)
    .sort()
    .flatMap(path => Object.values(modules[path] ?? {}).filter(isResource));
  return Object.fromEntries(resources.map(resource => [resource.name, resource]));
};

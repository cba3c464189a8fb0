import type { Resource } from './define.ts';

export type Resources = { readonly [name: string]: Resource };

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'entity' in value && 'fields' in value && 'access' in value;

/** Returns the resources among the exports of these files, by name, in the order of file names. */
export const collect = (files: { readonly [path: string]: object }): Resources => {
  const found = Object.keys(files)
    .sort()
    .flatMap(path => Object.values(files[path] ?? {}).filter(isResource));
  return Object.fromEntries(found.map(resource => [resource.name, resource]));
};

import { resources } from '../resources/index.ts';
import type { Resources } from '../schema/collect.ts';
import type { Resource } from '../schema/define.ts';

export type Registry = Resources;

/** A list by its name in react-admin: the resource, and the split value if the resource is split. */
export interface LocatedList {
  readonly resource: Resource;
  readonly split?: string;
}

/** Returns the name of a list in react-admin: the resource's name, with the split value if the resource is split. */
export const listName = ({ name, split }: Resource, value: unknown): string => (split ? `${name}-${value}` : name);

/**
 * Returns the names of all lists in react-admin: `vouchers`, `accidents-opened`. Each split value has its own state and
 * cache.
 */
export const listNames = (registry: Registry = resources): readonly string[] =>
  Object.values(registry).flatMap(resource =>
    resource.split ? resource.split.values.map(value => listName(resource, value)) : [resource.name],
  );

/** Returns all names of a resource in react-admin: that for calls on one record, and those of its lists. */
export const namesOf = (resource: Resource): readonly string[] => [
  ...new Set([resource.name, ...listNames({ [resource.name]: resource })]),
];

/** Returns the list that contains a record. */
export const listOf = (resource: Resource, record: Readonly<Record<string, unknown>>): string =>
  listName(resource, record[resource.split?.field ?? '']);

/** Returns the description for a name in react-admin. The bare name of a split resource serves calls on one record. */
export const locate = (name: string, registry: Registry = resources): LocatedList | undefined => {
  const unsplit = registry[name];
  if (unsplit) return { resource: unsplit };
  for (const resource of Object.values(registry)) {
    const split = resource.split?.values.find(value => name === listName(resource, value));
    if (split) return { resource, split };
  }
  return undefined;
};

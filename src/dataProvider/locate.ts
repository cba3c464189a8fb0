import { resources } from '../resources/index.ts';
import type { Resources } from '../schema/collect.ts';
import type { Resource } from '../schema/define.ts';

export type Registry = Resources;

/**
 * Resource of a list. The records of a split resource lie in several lists, such as accidents by bucket. `split` is the
 * value that selects one of these lists, such as the bucket `opened`.
 */
export interface ListLocation {
  readonly resource: Resource;
  readonly split?: string;
}

/** Returns the name of a list in react-admin: `vouchers`, or `accidents-opened` for one list of a split resource. */
export const listName = ({ name, split }: Resource, value: unknown): string => (split ? `${name}-${value}` : name);

/**
 * Returns the names of all lists in react-admin: `vouchers`, `accidents-opened`. A split resource has several lists,
 * such as accidents by bucket. Each list has its own state and cache.
 */
export const listNames = (registry: Registry = resources): readonly string[] =>
  Object.values(registry).flatMap(resource =>
    resource.split ? resource.split.values.map(value => listName(resource, value)) : [resource.name],
  );

/** Returns all names of a resource in react-admin. Calls on one record use its own name, and each list has a name. */
export const listNamesOf = (resource: Resource): readonly string[] => [
  ...new Set([resource.name, ...listNames({ [resource.name]: resource })]),
];

export const listNameOf = (resource: Resource, record: Readonly<Record<string, unknown>>): string =>
  listName(resource, record[resource.split?.field ?? '']);

/**
 * Returns the description for a name in react-admin. Calls on one record use the resource's name without a split value.
 */
export const locateList = (name: string, registry: Registry = resources): ListLocation | undefined => {
  const unsplitResource = registry[name];
  if (unsplitResource) return { resource: unsplitResource };
  for (const resource of Object.values(registry)) {
    const split = resource.split?.values.find(value => name === listName(resource, value));
    if (split) return { resource, split };
  }
  return undefined;
};

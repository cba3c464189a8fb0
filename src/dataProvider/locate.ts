import type { Resources } from '../resources/collect.ts';
import type { Resource } from '../resources/define.ts';
import { resources } from '../resources/index.ts';

export type Registry = Resources;

/** A list as react-admin names it: the resource, and the split value if it is split. */
export interface Located {
  readonly resource: Resource;
  readonly split?: string;
}

/** react-admin's name of a list: the resource's, or with its split value. */
export const listName = ({ name, split }: Resource, value: unknown): string => (split ? `${name}-${value}` : name);

/** react-admin names of all lists: `vouchers`, `accidents-opened`. Each split value has its own state and cache. */
export const listNames = (registry: Registry = resources): readonly string[] =>
  Object.values(registry).flatMap(resource =>
    resource.split ? resource.split.values.map(value => listName(resource, value)) : [resource.name],
  );

/** The resource of a react-admin name. The bare name of a split resource serves calls on single records. */
export const locate = (name: string, registry: Registry = resources): Located | undefined => {
  const whole = registry[name];
  if (whole) return { resource: whole };
  for (const resource of Object.values(registry)) {
    const split = resource.split?.values.find(value => name === listName(resource, value));
    if (split) return { resource, split };
  }
  return undefined;
};

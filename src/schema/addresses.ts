import type { Resource } from './define.ts';

const fill = (pattern: string, values: Readonly<Record<string, unknown>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

/** Returns the pattern of a record page's path. `{Field}` is filled from the row. Undefined: no such page. */
const recordPattern = ({ list, place }: Resource): string | undefined =>
  list.rowPath ?? (place && `${place.path}{Id}/`);

export const hasRecordPage = (resource: Resource): boolean => recordPattern(resource) !== undefined;

/** Returns the path of a record with only its id. Undefined if the path needs more fields. */
export const addressById = (resource: Resource, id: string | number): string | undefined => {
  const pattern = recordPattern(resource);
  const asked = pattern?.match(/\{\w+\}/g) ?? [];
  return pattern && asked.every(name => name === '{Id}') ? fill(pattern, { Id: id }) : undefined;
};

/** Returns the path of a record's page. */
export const recordAddress = (
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
  split?: string,
): string | undefined => {
  const pattern = recordPattern(resource);
  return pattern && fill(pattern, { ...row, split });
};

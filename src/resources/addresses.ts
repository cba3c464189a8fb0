import type { Resource } from './define.ts';

const fill = (pattern: string, values: Readonly<Record<string, unknown>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

/** Pattern of a record page's public address; `{Field}` is filled from the row. Undefined: no such page. */
const recordPattern = ({ list, place }: Resource): string | undefined =>
  list.rowPath ?? (place && `${place.path}{Id}/`);

export const hasRecordPage = (resource: Resource): boolean => recordPattern(resource) !== undefined;

/** As `recordAddress`, of a record known by its number alone; undefined where its address asks for more. */
export const addressById = (resource: Resource, id: string | number): string | undefined => {
  const pattern = recordPattern(resource);
  const asked = pattern?.match(/\{\w+\}/g) ?? [];
  return pattern && asked.every(name => name === '{Id}') ? fill(pattern, { Id: id }) : undefined;
};

/** Public address of a record's page. */
export const recordAddress = (
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
  split?: string,
): string | undefined => {
  const pattern = recordPattern(resource);
  return pattern && fill(pattern, { ...row, split });
};

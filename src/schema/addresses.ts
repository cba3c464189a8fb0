import type { Resource } from './define.ts';

const fillPattern = (pattern: string, values: Readonly<Record<string, unknown>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

/** Returns the pattern of a record page's path. `{Field}` is filled from the row. Undefined: no such page. */
const recordPathPattern = ({ list, navigation }: Resource): string | undefined =>
  list.rowPath ?? (navigation && `${navigation.path}{Id}/`);

export const hasRecordPage = (resource: Resource): boolean => recordPathPattern(resource) !== undefined;

/** Returns the path of a record with only its id. Undefined if the path needs more fields. */
export const recordPathById = (resource: Resource, id: string | number): string | undefined => {
  const pattern = recordPathPattern(resource);
  const placeholders = pattern?.match(/\{\w+\}/g) ?? [];
  return pattern && placeholders.every(name => name === '{Id}') ? fillPattern(pattern, { Id: id }) : undefined;
};

/** Returns the path of a record's page. */
export const recordPath = (
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
  splitValue?: string,
): string | undefined => {
  const pattern = recordPathPattern(resource);
  return pattern && fillPattern(pattern, { ...row, split: splitValue });
};

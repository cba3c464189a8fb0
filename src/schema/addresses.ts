import type { Resource } from './define.ts';

const fillPattern = (pattern: string, values: Readonly<Record<string, unknown>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

/**
 * Returns the pattern of the path of a resource's record pages. `{Field}` stands for a value of the row. Undefined:
 * records have no page.
 */
const recordPathPattern = ({ list, navigation }: Resource): string | undefined =>
  list.rowPath ?? (navigation && `${navigation.path}{Id}/`);

export const hasRecordPage = (resource: Resource): boolean => recordPathPattern(resource) !== undefined;

/**
 * Returns the path of a record's page if the id alone is enough for it. Undefined if the path needs other fields too.
 */
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

import type { Row } from '../../fields/kind.ts';
import type { Resource } from '../../resources/define.ts';

/** Public address of a row's own page, or undefined where rows have none. */
export const rowPathOf = ({ list }: Resource, split: string | undefined, row: Row): string | undefined =>
  list.rowPath?.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(name === 'split' ? split : row[name])),
  );

/** What a row is called to a person. */
export const rowTitle = ({ title }: Resource, row: Row): string => String(row[title] ?? row.Id ?? '');

import type { Row } from '../../kinds/value.ts';
import { recordAddress } from '../../resources/addresses.ts';
import type { Resource } from '../../resources/define.ts';

/** Public address of a row's page; undefined if rows have none. */
export const rowPathOf = (resource: Resource, split: string | undefined, row: Row): string | undefined =>
  recordAddress(resource, row, split);

/** Title of a row. */
export const rowTitle = ({ title }: Resource, row: Row): string => String(row[title] ?? row.Id ?? '');

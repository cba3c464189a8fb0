import type { Row } from '../../kinds/value.ts';
import { recordAddress } from '../../resources/addresses.ts';
import type { Resource } from '../../resources/define.ts';
import { toPublic } from '../../routes/pathMap.ts';

/** Public address of a row's page; undefined if rows have none. */
export const rowPathOf = (resource: Resource, split: string | undefined, row: Row): string | undefined =>
  recordAddress(resource, row, split);

/** Public address of the resource's list, of a split one the first. */
export const listPath = ({ name, place }: Resource): string => place?.path ?? toPublic(`/${name}`);

/** What a row is called to a person. */
export const rowTitle = ({ title }: Resource, row: Row): string => String(row[title] ?? row.Id ?? '');

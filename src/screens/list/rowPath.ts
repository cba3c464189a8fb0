import { toPublic } from '../../routes/pathMap.ts';
import { recordPath } from '../../schema/addresses.ts';
import type { Resource } from '../../schema/define.ts';
import type { Row } from '../../schema/kinds/value.ts';

export const rowPathOf = (resource: Resource, split: string | undefined, row: Row): string | undefined =>
  recordPath(resource, row, split);

/** Returns the path of the resource's list. For a split resource it is the first list. */
export const listPath = ({ name, navigation }: Resource): string => navigation?.path ?? toPublic(`/${name}`);

export const rowTitle = ({ title }: Resource, row: Row): string => String(row[title] ?? row.Id ?? '');

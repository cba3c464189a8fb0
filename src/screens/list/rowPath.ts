import { toPublic } from '../../routes/pathMap.ts';
import { recordPath } from '../../schema/addresses.ts';
import type { Resource } from '../../schema/define.ts';
import type { Row } from '../../schema/kinds/value.ts';

/** Returns the path of the record's page for a row. Undefined if the records have no page. */
export const rowPathOf = (resource: Resource, split: string | undefined, row: Row): string | undefined =>
  recordPath(resource, row, split);

/** Returns the path of the resource's list. For a split resource it is the first list. */
export const listPath = ({ name, navigation }: Resource): string => navigation?.path ?? toPublic(`/${name}`);

/** Returns the title of a row as people read it. */
export const rowTitle = ({ title }: Resource, row: Row): string => String(row[title] ?? row.Id ?? '');

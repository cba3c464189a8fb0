import type { RaRecord } from 'react-admin';
import type { Resource } from '../../schema/define.ts';
import { type Column, cellPadding, widthOf } from '../list/column.ts';

/**
 * Returns the columns of records that refer to one by their field `by`, as in their own list. The column that would
 * name the same record in every row is left out: by its id, or by the `title` of the page. Widths are in characters,
 * with padding.
 */
export const relatedColumns = (
  resource: Resource,
  by: string,
  title: unknown,
  rows: readonly RaRecord[],
): readonly Column[] =>
  resource.list.columns.flatMap(name => {
    const field = resource.fields[name];
    if (!field || by === (field.idField ?? name) || rows.every(row => row[name] === title)) return [];
    return [{ name, field, width: widthOf(name, field) + cellPadding }];
  });

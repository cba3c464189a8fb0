import type { Resource } from '../../resources/define.ts';
import { type Column, cellPadding, widthOf } from '../list/column.ts';

/**
 * Columns of the records that refer to one by their field `by`, as their own list has them; without the one that would
 * name the same record in every row. Widths are in characters, with padding.
 */
export const relatedColumns = (resource: Resource, by: string): readonly Column[] =>
  resource.list.columns.flatMap(name => {
    const field = resource.fields[name];
    if (!field || by === (field.idField ?? name)) return [];
    return [{ name, field, width: widthOf(name, field) + cellPadding }];
  });

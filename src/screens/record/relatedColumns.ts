import { kinds } from '../../fields/registry.ts';
import type { Resource } from '../../resources/define.ts';
import type { Column } from '../list/column.ts';

/** Padding of a cell, in characters. */
const padding = 1.4;

/**
 * Columns of the records that refer to one by their field `by`, as their own list has them; without the one that would
 * name the same record in every row. Widths are in characters, with padding.
 */
export const relatedColumns = (resource: Resource, by: string): readonly Column[] =>
  resource.list.columns.flatMap(name => {
    const field = resource.fields[name];
    if (!field || by === (field.idField ?? name)) return [];
    return [{ name, field, width: (field.widthCh ?? kinds[field.kind].width) + padding }];
  });

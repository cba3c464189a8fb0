import type { SortPayload } from 'react-admin';
import type { Resource } from '../schema/define.ts';

/** Third sort state of a column, after ascending and descending: unsorted, so the list has its default order. */
export const unselected = 'unselected';

export type Direction = 'asc' | 'desc';
export interface Order {
  readonly field: string;
  readonly direction: Direction;
}

/**
 * Returns the sort for react-admin. react-admin's type knows only ASC and DESC. `unselected` works too, because
 * react-admin passes any text through.
 */
export const toSort = (field: string, direction: Direction | typeof unselected): SortPayload => ({
  field,
  order: (direction === unselected ? unselected : direction.toUpperCase()) as SortPayload['order'],
});

export const chosenDirection = ({ order }: SortPayload): Direction | typeof unselected =>
  order === 'ASC' ? 'asc' : order === 'DESC' ? 'desc' : unselected;

const defaultOrder = (resource: Resource): Order => {
  const separatorIndex = resource.list.sort.lastIndexOf('-');
  return {
    field: resource.list.sort.slice(0, separatorIndex),
    direction: resource.list.sort.slice(separatorIndex + 1) as Direction,
  };
};

/** Returns the order that the user chose, or the list's default order. */
export const effectiveOrder = (resource: Resource, sort: SortPayload | undefined): Order => {
  const listDefault = defaultOrder(resource);
  // A typed address may name any field. An unsortable field counts as unselected.
  const field = sort && resource.fields[sort.field]?.sortable ? sort.field : undefined;
  const direction = sort ? chosenDirection(sort) : unselected;
  if (direction !== unselected) return { field: field ?? listDefault.field, direction };
  return field && field !== listDefault.field ? { field, direction: 'asc' } : listDefault;
};

import type { SortPayload } from 'ra-core';
import type { Resource } from '../resources/define.ts';

/** The specification's third sort state: nothing chosen, the list's default order. */
export const unselected = 'unselected';

export type Direction = 'asc' | 'desc';
export interface Order {
  readonly field: string;
  readonly direction: Direction;
}

/** react-admin types the order as ASC or DESC but passes any text through; ours has a third state. */
export const toSort = (field: string, direction: Direction | typeof unselected): SortPayload => ({
  field,
  order: (direction === unselected ? unselected : direction.toUpperCase()) as SortPayload['order'],
});

export const chosenDirection = ({ order }: SortPayload): Direction | typeof unselected =>
  order === 'ASC' ? 'asc' : order === 'DESC' ? 'desc' : unselected;

const defaultOrder = (resource: Resource): Order => {
  const cut = resource.list.sort.lastIndexOf('-');
  return { field: resource.list.sort.slice(0, cut), direction: resource.list.sort.slice(cut + 1) as Direction };
};

/** The chosen order, or the list's default. */
export const effectiveOrder = (resource: Resource, sort: SortPayload | undefined): Order => {
  const fallback = defaultOrder(resource);
  // Addresses typed by hand may name anything: unsortable fields count as unselected.
  const field = sort && resource.fields[sort.field]?.sortable ? sort.field : undefined;
  const direction = sort ? chosenDirection(sort) : unselected;
  if (direction !== unselected) return { field: field ?? fallback.field, direction };
  return field && field !== fallback.field ? { field, direction: 'asc' } : fallback;
};

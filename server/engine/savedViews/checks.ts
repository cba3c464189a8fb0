import type { Role } from '../../../src/contract/access.ts';
import { holdsOne } from '../../../src/contract/access.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { ListState, SavedViewChange } from '../../../src/contract/shapes/savedViews.ts';
import { type Resource, roleFor } from '../../../src/schema/define.ts';
import { filterParameters, sortableFields } from '../../../src/schema/filters.ts';
import { type FieldFault, invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import type { Registry } from '../table/define.ts';
import { columnFaults, queryFaults } from '../table/readableList.ts';

const sortFault = (resource: Resource, sort: string | undefined): readonly FieldFault[] => {
  const allowed = sortableFields(resource).flatMap(name => [`${name}-asc`, `${name}-desc`]);
  if (sort === undefined || allowed.includes(sort)) return [];
  return [{ field: 'State.Sort', message: 'unknownSort', values: { values: allowed.join(', ') } }];
};

/**
 * Validates the state as the list's call does, and converts the values to their types. Throws for an unknown filter or
 * column.
 */
export const checkedState = (registry: Registry, resource: Resource, state: ListState, locale: Locale): ListState => {
  const known = filterParameters(resource).map(({ name }) => name);
  const named = Object.entries(state.Filters ?? {});
  const filters = Object.fromEntries(named.filter(([name]) => known.includes(name)));
  const search = state.Search === undefined ? {} : { search: state.Search };
  const faults = [
    // Other parameters of the list's call, such as a page, are no filters.
    ...named
      .filter(([name]) => !known.includes(name))
      .map(([name]): FieldFault => ({ field: `State.Filters.${name}`, message: 'unknown' })),
    ...queryFaults(registry, resource, filters, 'State.Filters', locale),
    ...queryFaults(registry, resource, search, 'State', locale),
    ...sortFault(resource, state.Sort),
    ...columnFaults(resource, state.Columns ?? [], 'State.Columns'),
    ...columnFaults(resource, Object.keys(state.Widths ?? {}), 'State.Widths'),
  ];
  if (faults.length > 0) throw invalid(...faults);
  // The validation has converted the values and added defaults.
  const typed = Object.fromEntries(Object.entries(filters).filter(([name]) => known.includes(name)));
  return { ...state, ...(state.Filters && { Filters: typed }) };
};

/** The role that a view is shared with. Null unless it is shared with a role. */
export const audienceRole = (
  resource: Resource,
  { Shared, Role }: SavedViewChange,
  { roles }: Pick<Caller, 'roles'>,
): Role | null => {
  if (Shared !== 'role') {
    if (Role !== undefined) throw invalid({ field: 'Role', message: 'unknown' });
    return null;
  }
  const role = Role ?? roles[0];
  // A role that may not read the list would never see its view.
  if (role === undefined || !holdsOne([role], roleFor(resource, 'list') ?? []))
    throw invalid({ field: 'Role', message: 'unknownOption' });
  return role;
};

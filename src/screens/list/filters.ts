import { useListContext, useNavigate } from 'ra-core';
import { holdsOne } from '../../contract/access.ts';
import type { Row } from '../../kinds/value.ts';
import type { Resource } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';
import { parametersOfField } from '../../resources/filters.ts';
import { resources } from '../../resources/index.ts';

export const filterableFields = ({ fields }: Resource) =>
  Object.entries(fields).filter(([, field]) => field.filterable);

const isReadable = ({ to }: Field, roles: readonly string[]): boolean =>
  to !== undefined && holdsOne(roles, resources[to]?.access.read ?? []);

/**
 * Filters to offer: of columns, and of records that the account may look for. Of other things that are no column one is
 * only led to, by a link.
 */
export const offeredFilters = (resource: Resource, roles: readonly string[]) =>
  filterableFields(resource).filter(([, field]) =>
    field.kind === 'reference' ? isReadable(field, roles) : !field.unlisted && !field.recordOnly,
  );

/** Fields whose filter is on. */
export const activeFilters = (resource: Resource, values: Row) =>
  filterableFields(resource).filter(([name, field]) =>
    parametersOfField(name, field).some(parameter => values[parameter.name] !== undefined),
  );

/** Comparisons that are on beside those which each kind of field words by itself. */
export const activeOperators = (name: string, field: Field, values: Row) =>
  parametersOfField(name, field).filter(
    parameter =>
      values[parameter.name] !== undefined && !['contains', 'oneOf', 'from', 'to', 'is'].includes(parameter.comparison),
  );

/** The list's filters and their setters. */
export const useFilters = () => {
  const { filterValues, setFilters, sort, page, perPage } = useListContext();
  const navigate = useNavigate();
  const values: Row = filterValues ?? {};
  const set = (next: Row) => {
    // An address without list state means the newest state, so going back to one would undo nothing.
    if (!new URLSearchParams(window.location.search).has('filter')) {
      const { field, order } = sort;
      const state = { filter: JSON.stringify(values), sort: field, order, page: `${page}`, perPage: `${perPage}` };
      navigate({ search: `?${new URLSearchParams({ displayedFilters: '{}', ...state })}` }, { replace: true });
    }
    setFilters(next);
  };
  return {
    values,
    change: (changed: Row) => set({ ...values, ...changed }),
    /** Clears all filters and the search. */
    reset: () => set({}),
  };
};

import { useListContext } from 'ra-core';
import type { Row } from '../../kinds/value.ts';
import type { Resource } from '../../resources/define.ts';
import { parametersOfField } from '../../resources/filters.ts';

export const filterableFields = ({ fields }: Resource) =>
  Object.entries(fields).filter(([, field]) => field.filterable);

/** Filters to offer: of what is no column one is only led to, by a link. */
export const offeredFilters = (resource: Resource) =>
  filterableFields(resource).filter(([, { unlisted, recordOnly }]) => !unlisted && !recordOnly);

/** Fields whose filter is on. */
export const activeFilters = (resource: Resource, values: Row) =>
  filterableFields(resource).filter(([name, field]) =>
    parametersOfField(name, field).some(parameter => values[parameter.name] !== undefined),
  );

/** The list's filters and their setters. */
export const useFilters = () => {
  const { filterValues, setFilters } = useListContext();
  const values: Row = filterValues ?? {};
  return {
    values,
    change: (changed: Row) => setFilters({ ...values, ...changed }),
    /** Clears all filters and the search. */
    reset: () => setFilters({}),
  };
};

import { useListContext } from 'ra-core';
import type { Row } from '../../kinds/value.ts';
import type { Resource } from '../../resources/define.ts';
import { parametersOfField } from '../../resources/filters.ts';

export const filterableFields = ({ fields }: Resource) =>
  Object.entries(fields).filter(([, field]) => field.filterable);

/** Fields with an active filter. */
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

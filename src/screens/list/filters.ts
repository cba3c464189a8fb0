import { useListContext, useNavigate } from 'react-admin';
import { hasAnyRole } from '../../contract/access.ts';
import { resources } from '../../resources/index.ts';
import { type Resource, recordSections } from '../../schema/define.ts';
import type { Bilingual, Field } from '../../schema/fields.ts';
import { parametersOfField } from '../../schema/filters.ts';
import type { Row } from '../../schema/kinds/value.ts';
import { listSearch } from './history.tsx';

export const filterableFields = ({ fields }: Resource) =>
  Object.entries(fields).filter(([, field]) => field.filterable);

const isTargetReadable = ({ targetResource }: Field, roles: readonly string[]): boolean =>
  targetResource !== undefined && hasAnyRole(roles, resources[targetResource]?.access.read ?? []);

/**
 * Returns the fields that the filter panel offers. These are fields that can be columns, and references to records that
 * these roles may read. Filters of other fields are only reachable by a link.
 */
export const offeredFilters = (resource: Resource, roles: readonly string[]) =>
  filterableFields(resource).filter(
    ([, field]) =>
      !field.inputOnly &&
      (field.kind === 'reference' ? isTargetReadable(field, roles) : !field.unlisted && !field.recordOnly),
  );

export interface FilterSection {
  /** `key`: key of the text in the catalogues. Absent: fields that are in no section. */
  readonly title?: { readonly key: string; readonly text: Bilingual };
  readonly fields: readonly (readonly [name: string, field: Field])[];
}

export const filterSections = (resource: Resource, roles: readonly string[]): readonly FilterSection[] => {
  const remaining = new Map(offeredFilters(resource, roles));
  const sections = (resource.list.filterSections ?? recordSections(resource)).flatMap(
    ({ title, fields: names = [] }) => {
      const fields = names.flatMap(name => {
        const field = remaining.get(name);
        return title && field && remaining.delete(name) ? [[name, field] as const] : [];
      });
      return title && fields.length > 0 ? [{ title: { key: names[0] ?? '', text: title }, fields }] : [];
    },
  );
  return remaining.size > 0 ? [...sections, { fields: [...remaining] }] : sections;
};

export const activeFilters = (resource: Resource, values: Row) =>
  filterableFields(resource).filter(([name, field]) =>
    parametersOfField(name, field).some(parameter => values[parameter.name] !== undefined),
  );

/** Returns the active comparisons of a field that its usual filter input cannot show, such as "is not". */
export const activeOperators = (name: string, field: Field, values: Row) =>
  parametersOfField(name, field).filter(
    parameter =>
      values[parameter.name] !== undefined && !['contains', 'oneOf', 'from', 'to', 'is'].includes(parameter.comparison),
  );

export const useFilters = () => {
  const listContext = useListContext();
  const navigate = useNavigate();
  const values: Row = listContext.filterValues ?? {};
  return {
    values,
    /** Sets some filters. `isTyping`: the change replaces the newest history entry instead of adding one. */
    change: (changes: Row, isTyping = false) => {
      const filterValues = { ...values, ...changes };
      if (isTyping) navigate({ search: listSearch({ ...listContext, filterValues, page: 1 }) }, { replace: true });
      else listContext.setFilters(filterValues);
    },
    /** Clears all filters and the search text. */
    reset: () => listContext.setFilters({}),
  };
};

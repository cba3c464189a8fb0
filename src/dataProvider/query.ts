import type { FilterPayload, PaginationPayload, SortPayload } from 'react-admin';
import type { TableQuery } from '../contract/call.ts';
import { defaultPageSize } from '../contract/limits.ts';
import type { Resource } from '../schema/define.ts';
import { filterParameters } from '../schema/filters.ts';
import { effectiveOrder } from './order.ts';

export interface ListParams {
  readonly pagination?: PaginationPayload;
  readonly sort?: SortPayload;
  readonly filter?: FilterPayload;
}

const toWireValue = (value: unknown): string | number | boolean | undefined => {
  if (Array.isArray(value)) return value.length ? value.join(',') : undefined;
  if (value === '' || value === null) return undefined;
  return value as string | number | boolean | undefined;
};

/** Returns the query of the API call for a list. Filters that are not in the resource's description are dropped. */
export const tableQuery = (resource: Resource, { pagination, sort, filter = {} }: ListParams): TableQuery => {
  const order = effectiveOrder(resource, sort);
  const query: TableQuery = {
    page: pagination?.page ?? 1,
    pageSize: pagination?.perPage ?? defaultPageSize,
    sort: `${order.field}-${order.direction}`,
  };
  const searchText = typeof filter.q === 'string' ? filter.q.trim() : '';
  if (searchText) query.search = searchText;
  // `ids` limits the table to the selected rows.
  if (filter.ids !== undefined) query.ids = String(filter.ids);
  const { extraParameters = {}, defaultParameters } = resource.list;
  const addValues = (names: readonly string[], values: FilterPayload): void => {
    for (const name of names) {
      const value = toWireValue(values[name]);
      if (value !== undefined) query[name] = value;
    }
  };
  const extraNames = Object.keys(extraParameters);
  addValues(
    filterParameters(resource).map(parameter => parameter.name),
    filter,
  );
  const hasExtraValue = extraNames.some(name => toWireValue(filter[name]) !== undefined);
  addValues(extraNames, hasExtraValue ? filter : (defaultParameters ?? {}));
  return query;
};

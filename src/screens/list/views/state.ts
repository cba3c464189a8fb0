import { useQuery } from '@tanstack/react-query';
import { type SortPayload, useNavigate } from 'react-admin';
import { api } from '../../../api/client.ts';
import { defaultPageSize } from '../../../contract/limits.ts';
import type { ListState, SavedView } from '../../../contract/shapes/savedViews.ts';
import { pageSizes } from '../../../contract/states.ts';
import { chosenDirection, type Direction, effectiveOrder, toSort, unselected } from '../../../dataProvider/order.ts';
import { tableQuery } from '../../../dataProvider/query.ts';
import { listColumns, type Resource } from '../../../schema/define.ts';
import { filterParameters } from '../../../schema/filters.ts';
import type { Row } from '../../../schema/kinds/value.ts';
import {
  type ChosenView,
  type ColumnWidths,
  type ListDensity,
  type ListDisplay,
  useListAppearance,
} from '../appearance.ts';

/** Cache key of saved views. Events about views use this name. */
export const viewsKey = ['filterTemplates'] as const;

export const useViews = (resource: Resource, split: string | undefined) =>
  useQuery<SavedView[]>({
    queryKey: [...viewsKey, resource.name, split ?? ''],
    queryFn: ({ signal }) =>
      api('GET /api/v3/filtertemplates')({
        query: { resource: resource.name, ...(split !== undefined && { split }) },
        signal,
      }),
  });

/**
 * Returns a function that applies a saved view. Columns and appearance go to react-admin's store, filters, order and
 * page size go to the address.
 */
export const useApplyView = (name: string, resource: Resource, split: string | undefined) => {
  const { setColumns, setWidths, setDisplay, setDensity, setChosenView } = useListAppearance(name, resource, split);
  const navigate = useNavigate();
  return (state: ListState, view: ChosenView | null, replace = false): void => {
    setColumns(state.Columns ?? listColumns(resource, split));
    setWidths(state.Widths ?? {});
    setDisplay(state.Display ?? unselected);
    setDensity(state.Density ?? unselected);
    setChosenView(view);
    navigate({ search: toSearch(state) }, { replace });
  };
};

export interface ViewState {
  readonly filterValues: Row;
  readonly sort: SortPayload;
  readonly perPage: number;
  readonly columns: readonly string[];
  readonly widths: ColumnWidths;
  readonly display: ListDisplay;
  readonly density: ListDensity;
}

const pageSizeOf = (perPage: number) => pageSizes.find(size => size === perPage && size !== defaultPageSize);

/** Returns the state to save in a view. Values that are the defaults of the list are left out. */
export const toListState = (resource: Resource, viewState: ViewState, split?: string): ListState => {
  const { filterValues, sort, perPage, columns, widths, display, density } = viewState;
  const query = tableQuery(resource, { filter: filterValues });
  const filters = filterParameters(resource).flatMap(({ name }) => {
    const value = query[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const isOrderChosen = sort.field !== unselected || chosenDirection(sort) !== unselected;
  const { field, direction } = effectiveOrder(resource, sort);
  const pageSize = pageSizeOf(perPage);
  return {
    ...(filters.length > 0 && { Filters: Object.fromEntries(filters) }),
    ...(query.search !== undefined && { Search: String(query.search) }),
    ...(isOrderChosen && { Sort: `${field}-${direction}` }),
    ...(columns.join() !== listColumns(resource, split).join() && { Columns: [...columns] }),
    ...(Object.keys(widths).length > 0 && { Widths: { ...widths } }),
    ...(display !== unselected && { Display: display }),
    ...(density !== unselected && { Density: density }),
    ...(pageSize !== undefined && { PageSize: pageSize }),
  };
};

const sortKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, sortKeys(each)]),
      )
    : value;

export const isSameState = (a: ListState, b: ListState): boolean =>
  JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));

export const toSearch = ({ Filters, Search, Sort, PageSize }: ListState): string => {
  const separatorIndex = Sort?.lastIndexOf('-') ?? -1;
  const { field, order } = Sort
    ? toSort(Sort.slice(0, separatorIndex), Sort.slice(separatorIndex + 1) as Direction)
    : toSort(unselected, unselected);
  const filter = { ...Filters, ...(Search !== undefined && { q: Search }) };
  const query = {
    filter: JSON.stringify(filter),
    order,
    page: '1',
    perPage: String(PageSize ?? defaultPageSize),
    sort: field,
  };
  return `?${new URLSearchParams(query)}`;
};

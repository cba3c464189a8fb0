import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-admin';
import { api } from '../../../api/client.ts';
import type { ListState, SavedView } from '../../../contract/shapes/savedViews.ts';
import { unselected } from '../../../dataProvider/order.ts';
import { listColumns, type Resource } from '../../../schema/define.ts';
import { type ChosenView, useListAppearance } from '../appearance.ts';
import { toSearch } from './state.ts';

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

import { useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { api } from '../../../api/client.ts';
import { copyText } from '../../../components/clipboard.ts';
import type { ListState, SavedView, SavedViewChange } from '../../../contract/shapes/savedViews.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { type ListView, useListView } from '../view.tsx';
import { viewsKey } from './queries.ts';
import { stateOf, type ViewState } from './state.ts';

/** Name and audience of a view. */
export type Labelled = Pick<SavedViewChange, 'Name' | 'Shared' | 'Role'>;

const shownBy = (view: ListView, context: ReturnType<typeof useListContext>): ViewState => ({
  filterValues: context.filterValues ?? {},
  sort: context.sort,
  perPage: context.perPage,
  columns: view.columns,
  widths: view.widths,
  display: view.display,
  density: view.density,
});

/** Returns the actions on saved views. An action shows a toast on success and throws the reason as text on refusal. */
export const useViewActions = () => {
  const listView = useListView();
  const context = useListContext();
  const client = useQueryClient();
  const { resource, split, i18n, setChosenView } = listView;
  const { translate } = i18n;
  const current: ListState = stateOf(resource, shownBy(listView, context), split);
  const readAgain = () => client.invalidateQueries({ queryKey: viewsKey });
  const tell = (text: string, Name: string) => showToast({ kind: 'success', heading: translate(text, { name: Name }) });

  /** Saves the present list as a view, or the given `State`. */
  const save = async (labelled: Labelled, Id?: number, State: ListState = current): Promise<void> => {
    const list = { Resource: resource.name, ...(split !== undefined && { Split: split }) };
    const body = { ...list, ...labelled, State, ...(Id !== undefined && { Id }) };
    const saved = await api('POST /api/filtertemplate')({ body });
    setChosenView({ Id: saved.Id, Name: labelled.Name });
    tell('lists.views.saved', labelled.Name);
    await readAgain();
  };

  const remove = async ({ Id, Name }: SavedView): Promise<void> => {
    await api('POST /api/filtertemplate/delete')({ body: { Id } });
    setChosenView(null);
    tell('lists.views.deleted', Name);
    await readAgain();
  };

  const copyLink = async ({ Id }: SavedView): Promise<void> => {
    const { origin, pathname } = window.location;
    const copied = await copyText(`${origin}${pathname}?view=${Id}`);
    showToast({
      kind: copied ? 'success' : 'error',
      heading: translate(copied ? 'frame.tools.linkCopied' : 'frame.tools.linkNotCopied'),
    });
  };

  return { current, save, remove, copyLink };
};

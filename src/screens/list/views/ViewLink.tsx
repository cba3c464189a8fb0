import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import type { ListLocation } from '../../../dataProvider/locate.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { useApplyView, useViews } from './state.ts';

/**
 * Applies the saved view with this id. The address of the list then holds the filters and order of the view instead of
 * its id.
 */
export const ViewLink = ({ name, listLocation, id }: { name: string; listLocation: ListLocation; id: number }) => {
  const translate = useTranslate();
  const { data, isError } = useViews(listLocation.resource, listLocation.split);
  const applyView = useApplyView(name, listLocation.resource, listLocation.split);
  const view = data?.find(({ Id }) => Id === id);
  const isMissing = isError || (data !== undefined && !view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the views have loaded
  useEffect(() => {
    if (view) applyView(view.State, { Id: view.Id, Name: view.Name }, true);
    if (!isMissing) return;
    showToast({ kind: 'error', heading: translate('lists.views.missing') });
    applyView({}, null, true);
  }, [view, isMissing]);
  return null;
};

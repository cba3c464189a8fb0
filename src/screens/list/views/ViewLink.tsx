import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import type { LocatedList } from '../../../dataProvider/locate.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { useApplyView, useViews } from './queries.ts';

/** Applies the saved view with this id. The address then has the state of the view instead of its id. */
export const ViewLink = ({ name, located, id }: { name: string; located: LocatedList; id: number }) => {
  const translate = useTranslate();
  const { data, isError } = useViews(located.resource, located.split);
  const apply = useApplyView(name, located.resource, located.split);
  const view = data?.find(({ Id }) => Id === id);
  const missing = isError || (data !== undefined && !view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer is there
  useEffect(() => {
    if (view) apply(view.State, { Id: view.Id, Name: view.Name }, true);
    if (!missing) return;
    showToast({ kind: 'error', heading: translate('lists.views.missing') });
    apply({}, null, true);
  }, [view, missing]);
  return null;
};

import { type Identifier, useListContext, useNotify } from 'ra-core';
import { idsMax } from '../../../contract/limits.ts';
import { useListView } from '../view.tsx';

/** Chooses exactly these, or says why it cannot. */
export const useSelect = (): ((ids: readonly Identifier[]) => void) => {
  const { i18n } = useListView();
  const { onSelect } = useListContext();
  const notify = useNotify();
  const refuse = (why: 'full' | 'noRoom') =>
    notify(i18n.translate(`lists.selection.${why}`, { n: idsMax }), { type: 'warning' });
  return ids => {
    if (ids.length > idsMax) return refuse('full');
    try {
      onSelect([...ids]);
    } catch {
      // The browser keeps no more.
      refuse('noRoom');
    }
  };
};

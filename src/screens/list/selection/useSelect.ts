import { type Identifier, useListContext, useNotify } from 'react-admin';
import { idsMax } from '../../../contract/limits.ts';
import { useListView } from '../view.tsx';

/** Returns a function that selects exactly these rows. If that is impossible, it shows the reason as a toast. */
export const useSelectRows = (): ((ids: readonly Identifier[]) => void) => {
  const { i18n } = useListView();
  const { onSelect } = useListContext();
  const notify = useNotify();
  const notifyRefusal = (reason: 'full' | 'noRoom') =>
    notify(i18n.translate(`lists.selection.${reason}`, { n: idsMax }), { type: 'warning' });
  return ids => {
    if (ids.length > idsMax) return notifyRefusal('full');
    try {
      onSelect([...ids]);
    } catch {
      // `onSelect` throws if the browser's storage is full.
      notifyRefusal('noRoom');
    }
  };
};

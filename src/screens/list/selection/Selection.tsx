import { useState } from 'react';
import { useListContext } from 'react-admin';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { RecentBulk } from '../../bulk/lazy.ts';
import { useRecentBulk } from '../../bulk/useRecentBulk.ts';
import { SelectionBar } from './lazy.ts';
import { useBulkActions, useSelectable } from './useSelectable.ts';

const Recent = ({ begun }: { begun: number | undefined }) => {
  const { id, dismiss } = useRecentBulk(begun);
  return id === undefined ? null : (
    <LazyBoundary>
      <RecentBulk key={id} id={id} onDismiss={dismiss} />
    </LazyBoundary>
  );
};

/** Actions for selected records, loaded when some are selected, and the recent bulk change. */
export const Selection = () => {
  const { selectedIds } = useListContext();
  const selectable = useSelectable();
  const actions = useBulkActions();
  const [begun, setBegun] = useState<number>();
  return (
    <>
      {selectable && selectedIds.length > 0 && (
        <LazyBoundary>
          <SelectionBar onBegin={setBegun} />
        </LazyBoundary>
      )}
      {actions.length > 0 && <Recent begun={begun} />}
    </>
  );
};

import { useState } from 'react';
import { useListContext } from 'react-admin';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { RecentBulk } from '../../bulk/lazy.ts';
import { useRecentBulk } from '../../bulk/useRecentBulk.ts';
import { SelectionBar } from './lazy.ts';
import { useBulkActions, useHasCheckBoxes } from './useSelectable.ts';

const RecentBulkChange = ({ startedId }: { startedId: number | undefined }) => {
  const { id, dismiss } = useRecentBulk(startedId);
  return id === undefined ? null : (
    <LazyBoundary>
      <RecentBulk key={id} id={id} onDismiss={dismiss} />
    </LazyBoundary>
  );
};

/** Actions for selected records, loaded when records are selected, and a message about the recent bulk change. */
export const Selection = () => {
  const { selectedIds } = useListContext();
  const isSelectable = useHasCheckBoxes();
  const actions = useBulkActions();
  const [startedId, setStartedId] = useState<number>();
  return (
    <>
      {isSelectable && selectedIds.length > 0 && (
        <LazyBoundary>
          <SelectionBar onStarted={setStartedId} />
        </LazyBoundary>
      )}
      {actions.length > 0 && <RecentBulkChange startedId={startedId} />}
    </>
  );
};

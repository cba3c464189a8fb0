import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext, useStore } from 'react-admin';
import { api } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import { useAccount } from '../../../authProvider/account.ts';
import type { BulkChange } from '../../../dataProvider/actions.ts';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { bulkChanges } from '../../../resources/engine/bulkChanges.ts';
import { RecentBulk } from '../../bulk/lazy.ts';
import { useListView } from '../view.tsx';
import { SelectionBar } from './lazy.ts';
import { useBulkActions, useHasCheckBoxes } from './useSelectable.ts';

/**
 * Returns true if the bulk change is running or can still be undone. The list shows such a change again after a reload.
 */
const isRecent = ({ State, UndoUntil }: BulkChange): boolean =>
  State === 'running' || State === 'undoing' || (UndoUntil !== null && Date.parse(UndoUntil) > serverNow());

/**
 * Returns the user's last bulk change of this list, fetched after the rows. `startedId` is the id of a bulk change that
 * was just started.
 */
const useRecentBulk = (startedId: number | undefined) => {
  const { resource } = useListView();
  const { isPending } = useListContext();
  const account = useAccount();
  const [dismissedId, setDismissedId] = useStore(`bulk.${resource.name}.dismissed`, 0);
  const { data } = useQuery({
    queryKey: [bulkChanges.name, 'recent', resource.name],
    queryFn: ({ signal }) =>
      api('GET /api/v3/bulk')({
        query: { ResourceNameIs: resource.name, sort: 'CreatedAt-desc', pageSize: 10 },
        signal,
      }),
    enabled: !isPending,
    retry: false,
  });
  const recentChange = data?.Items.find(change => change.AuthorId === account?.Id && isRecent(change));
  // A bulk change stays shown until the user dismisses it, because the result of its undo must be shown too.
  const [shownId, setShownId] = useState(0);
  const id = Math.max(startedId ?? 0, recentChange?.Id ?? 0, shownId);
  if (id !== shownId) setShownId(id);
  return { id: id > dismissedId ? id : undefined, dismiss: () => setDismissedId(id) };
};

const RecentBulkChange = ({ startedId }: { startedId: number | undefined }) => {
  const { id, dismiss } = useRecentBulk(startedId);
  return id === undefined ? null : (
    <LazyBoundary>
      <RecentBulk key={id} id={id} onDismiss={dismiss} />
    </LazyBoundary>
  );
};

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

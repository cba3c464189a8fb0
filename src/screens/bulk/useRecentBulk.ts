import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext, useStore } from 'react-admin';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { useAccount } from '../../authProvider/account.ts';
import type { BulkChange } from '../../dataProvider/actions.ts';
import { bulkChanges } from '../../resources/engine/bulkChanges.ts';
import { useListView } from '../list/view.tsx';

/**
 * Returns true if the bulk change is running or can still be undone. The list shows such a change again after a reload.
 */
const isRecent = ({ State, UndoUntil }: BulkChange): boolean =>
  State === 'running' || State === 'undoing' || (UndoUntil !== null && Date.parse(UndoUntil) > serverNow());

/**
 * Returns the user's last bulk change of this list, fetched after the rows. `startedId` is the id of a bulk change that
 * was just started.
 */
export const useRecentBulk = (startedId: number | undefined) => {
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

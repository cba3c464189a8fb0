import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext, useStore } from 'react-admin';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { useAccount } from '../../authProvider/account.ts';
import type { BulkChange } from '../../dataProvider/actions.ts';
import { bulkChanges } from '../../resources/engine/bulkChanges.ts';
import { useListView } from '../list/view.tsx';

/** Returns true if the change is running or can still be undone. The list shows such a change again after a reload. */
const isRecent = ({ State, UndoUntil }: BulkChange): boolean =>
  State === 'running' || State === 'undoing' || (UndoUntil !== null && Date.parse(UndoUntil) > serverNow());

/**
 * Returns the user's last bulk change of this list, fetched after the rows. `begun` is the id of a change that was just
 * started.
 */
export const useRecentBulk = (begun: number | undefined) => {
  const { resource } = useListView();
  const { isPending } = useListContext();
  const account = useAccount();
  const [dismissed, dismiss] = useStore(`bulk.${resource.name}.dismissed`, 0);
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
  const found = data?.Items.find(change => change.AuthorId === account?.Id && isRecent(change));
  // A shown change stays until it is dismissed, because the result of its undo must be shown too.
  const [shown, show] = useState(0);
  const id = Math.max(begun ?? 0, found?.Id ?? 0, shown);
  if (id !== shown) show(id);
  return { id: id > dismissed ? id : undefined, dismiss: () => dismiss(id) };
};

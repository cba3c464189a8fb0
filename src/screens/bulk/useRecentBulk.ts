import { useQuery } from '@tanstack/react-query';
import { useListContext, useStore } from 'ra-core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { useAccount } from '../../authProvider/account.ts';
import type { BulkChange } from '../../dataProvider/actions.ts';
import { bulkChanges } from '../../resources/bulkChanges.ts';
import { useListView } from '../list/view.tsx';

/** Under way, or done so lately that it can be undone: shown again after the page was left or loaded anew. */
const isRecent = ({ State, UndoUntil }: BulkChange): boolean =>
  State === 'running' || State === 'undoing' || (UndoUntil !== null && Date.parse(UndoUntil) > serverNow());

/** The last bulk change of this list that somebody here made, asked for behind the rows; `begun`: just now. */
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
  // Once shown it stays until it is taken away: what became of undoing it is told too.
  const [shown, show] = useState(0);
  const id = Math.max(begun ?? 0, found?.Id ?? 0, shown);
  if (id !== shown) show(id);
  return { id: id > dismissed ? id : undefined, dismiss: () => dismiss(id) };
};

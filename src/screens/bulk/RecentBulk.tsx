import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'ra-core';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { useAccount } from '../../authProvider/account.ts';
import type { BulkChange } from '../../dataProvider/actions.ts';
import { namesOf } from '../../dataProvider/locate.ts';
import { bulkChanges } from '../../resources/bulkChanges.ts';
import { useListView } from '../list/view.tsx';
import { BulkStatus } from './BulkStatus.tsx';
import { useBulkChange } from './useBulkChange.ts';

/** Under way, or done so lately that it can be undone: shown again after the page was left or loaded anew. */
const isRecent = ({ State, UndoUntil }: BulkChange): boolean =>
  State === 'running' || State === 'undoing' || (UndoUntil !== null && Date.parse(UndoUntil) > Date.now());

/** Rows are read again when what changed them is over. */
const useFreshRows = (id: number): void => {
  const { resource } = useListView();
  const client = useQueryClient();
  const { change } = useBulkChange(id);
  const state = change?.State;
  useEffect(() => {
    if (state === 'done' || state === 'undone' || state === 'cancelled')
      for (const name of namesOf(resource)) void client.invalidateQueries({ queryKey: [name] });
  }, [client, resource, state]);
};

const Shown = ({ id, onDismiss }: { id: number; onDismiss: () => void }) => {
  useFreshRows(id);
  return <BulkStatus id={id} onDismiss={onDismiss} />;
};

/** The last bulk change of this list that somebody here made; `begun`: just now. */
export const RecentBulk = ({ begun }: { begun: number | undefined }) => {
  const { resource } = useListView();
  const account = useAccount();
  const [dismissed, dismiss] = useStore(`bulk.${resource.name}.dismissed`, 0);
  const { data } = useQuery({
    queryKey: [bulkChanges.name, 'recent', resource.name],
    queryFn: ({ signal }) =>
      api('GET /api/v3/bulk', {
        query: { ResourceNameIs: resource.name, sort: 'CreatedAt-desc', pageSize: 10 },
        signal,
      }),
    retry: false,
  });
  const found = data?.Items.find(change => change.AuthorId === account?.Id && isRecent(change));
  // Once shown it stays until it is taken away: what became of undoing it is told too.
  const [shown, show] = useState(0);
  const id = Math.max(begun ?? 0, found?.Id ?? 0, shown);
  if (id !== shown) show(id);
  return id > dismissed ? <Shown key={id} id={id} onDismiss={() => dismiss(id)} /> : null;
};

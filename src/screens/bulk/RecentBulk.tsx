import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listNamesOf } from '../../dataProvider/locate.ts';
import { useListView } from '../list/view.tsx';
import { BulkStatus } from './BulkStatus.tsx';
import { useBulkChange } from './useBulkChange.ts';

const useRefetchWhenEnded = (id: number): void => {
  const { resource } = useListView();
  const client = useQueryClient();
  const { change } = useBulkChange(id);
  const state = change?.State;
  useEffect(() => {
    if (state === 'done' || state === 'undone' || state === 'cancelled')
      for (const name of listNamesOf(resource)) void client.invalidateQueries({ queryKey: [name] });
  }, [client, resource, state]);
};

/** Message about a bulk change of this list: progress and possible actions. */
export const RecentBulk = ({ id, onDismiss }: { id: number; onDismiss: () => void }) => {
  useRefetchWhenEnded(id);
  return <BulkStatus id={id} onDismiss={onDismiss} />;
};

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';

const unreadQuery = { filter: '{"kind":["reply","mention"],"read":false}', sort: '["at","DESC"]', range: '[0,49]' };

export interface Mention {
  readonly id: number;
  readonly accidentId: number | null;
}

/**
 * Query of unread replies and mentions by thread. If notifications are switched off, nothing else shows those in the
 * threads of accidents.
 */
export const useUnreadMentions = (): readonly Mention[] =>
  useQuery({
    queryKey: ['notifications', 'spoken'],
    queryFn: async ({ signal }) => {
      const rows = await api('GET /api/v3/notifications')({ query: unreadQuery, signal });
      return rows.map(({ id, accident }): Mention => ({ id, accidentId: accident?.id ?? null }));
    },
  }).data ?? [];

/** Marks the replies and mentions in a thread as read while the thread is visible. */
export const useMarkMentionsRead = (accidentId: number | null, isVisible: boolean): void => {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (ids: readonly number[]) => {
      for (const id of ids) await api('PUT /api/v3/notifications/{id}')({ params: { id }, body: { read: true } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  });
  const inThread = useUnreadMentions().filter(mention => mention.accidentId === accidentId);
  const ids = isVisible ? inThread.map(({ id }) => id).join(' ') : '';
  useEffect(() => {
    if (!ids) return;
    const markIfVisible = () => {
      if (document.visibilityState === 'visible') mutate(ids.split(' ').map(Number));
    };
    markIfVisible();
    document.addEventListener('visibilitychange', markIfVisible);
    return () => document.removeEventListener('visibilitychange', markIfVisible);
  }, [ids, mutate]);
};

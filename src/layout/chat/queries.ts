import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';

const unreadQuery = { filter: '{"kind":["reply","mention"],"read":false}', sort: '["at","DESC"]', range: '[0,49]' };

interface Mention {
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

/**
 * Key of the thread of the whole company: 0 instead of an accident id. Live updates invalidate the query by that key.
 */
const threadKey = (accidentId: number | null) => ['messages', accidentId ?? 0] as const;

/** Query of the newest messages of a thread, oldest first. */
export const useMessages = (accidentId: number | null, limit: number) =>
  useQuery({
    queryKey: [...threadKey(accidentId), 'list', limit],
    queryFn: async ({ signal }) => {
      const filter = JSON.stringify(accidentId === null ? {} : { accidentId });
      const query = { filter, sort: '["id","DESC"]', range: JSON.stringify([0, limit - 1]) };
      return (await api('GET /api/v3/messages')({ query, signal })).reverse();
    },
    placeholderData: keepPreviousData,
  });

export const useUnreadMessages = (accidentId: number | null) =>
  useQuery({
    queryKey: [...threadKey(accidentId), 'unread'],
    queryFn: ({ signal }) =>
      api('GET /api/v3/messages/unread')({ query: accidentId === null ? {} : { accidentId }, signal }),
  });

/**
 * Query of the people who can be mentioned. It loads with the chat panel, so that the names are there at the first `@`.
 */
export const usePeople = () =>
  useQuery({
    queryKey: ['messages', 'people'],
    queryFn: ({ signal }) => api('GET /api/v3/messages/people')({ signal }),
  });

const useThreadCall = <Input>(accidentId: number | null, sendRequest: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendRequest,
    onSuccess: () => client.invalidateQueries({ queryKey: threadKey(accidentId) }),
  });
};

export const usePostMessage = (accidentId: number | null) =>
  useThreadCall(accidentId, ({ text, replyToId }: { text: string; replyToId: number | null }) =>
    api('POST /api/v3/messages')({ body: { text, accidentId, replyToId } }),
  );

export const useDeleteMessage = (accidentId: number | null) =>
  useThreadCall(accidentId, (id: number) => api('DELETE /api/v3/messages/{id}')({ params: { id } }));

export const useMarkThreadRead = (accidentId: number | null) =>
  useThreadCall(accidentId, (upTo: number) => api('POST /api/v3/messages/read')({ body: { upTo, accidentId } }));

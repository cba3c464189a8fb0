import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

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

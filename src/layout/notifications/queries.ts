import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const soonestMs = 2000;
const latestMs = 600_000;

/** Number of unread notifications. Refetched when the next planned call is due, which no event announces. */
export const useUnread = () =>
  useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) => api('GET /api/v3/notifications/unread')({ signal }),
    refetchInterval: ({ state }) => {
      const nextAt = state.data?.nextAt;
      if (!nextAt) return false;
      return Math.min(Math.max(Date.parse(nextAt) - Date.now() + soonestMs / 2, soonestMs), latestMs);
    },
  });

export const useNotices = (limit: number) =>
  useQuery({
    queryKey: ['notifications', 'list', limit],
    queryFn: ({ signal }) =>
      api('GET /api/v3/notifications')({
        query: { sort: '["at","DESC"]', range: JSON.stringify([0, limit - 1]) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Marks one or all as read. */
export const useMarkRead = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id?: number): Promise<void> => {
      if (id === undefined) await api('POST /api/v3/notifications/read')();
      else await api('PUT /api/v3/notifications/{id}')({ params: { id }, body: { read: true } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  });
};

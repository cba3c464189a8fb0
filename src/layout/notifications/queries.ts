import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';

const minDelayMs = 2000;
const maxTimerMs = 2 ** 31 - 1;

/**
 * Query of the number of unread notifications. It is fetched again when the user's next planned phone call is due,
 * because no event announces that.
 */
export const useUnread = () => {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) => api('GET /api/v3/notifications/unread')({ signal }),
  });
  const { data } = query;
  useEffect(() => {
    if (!data?.nextAt) return undefined;
    const delayMs = Math.max(Date.parse(data.nextAt) - serverNow() + minDelayMs / 2, minDelayMs);
    // A browser fires a timer at once if its delay exceeds this maximum (24 days). No timer is needed then, because the
    // query runs again long before.
    if (delayMs > maxTimerMs) return undefined;
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: ['notifications'] }), delayMs);
    return () => clearTimeout(timer);
  }, [client, data]);
  return query;
};

export const useNotices = (limit: number) =>
  useQuery({
    queryKey: ['notifications', 'list', limit],
    queryFn: ({ signal }) =>
      api('GET /api/v3/notifications')({
        query: { sort: '["at","DESC"]', range: JSON.stringify([0, limit - 1]) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Returns a mutation that marks one or all notifications as read. */
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

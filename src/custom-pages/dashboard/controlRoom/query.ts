import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/**
 * Query of the control room's figures. Live events of accidents invalidate the query. The server counts at most every
 * ten seconds, and all users get the same count. Ages of cases grow without an event, so the page shows the time of the
 * count. An unused count leaves the cache after a minute.
 */
export const useControlRoom = () =>
  useQuery({
    queryKey: ['control-room'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room')({ signal }),
    gcTime: 60_000,
  });

import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/**
 * Query of the control room. Live events of accidents invalidate it. The server counts at most every ten seconds, for
 * all readers. Cases grow older without an event, so the page shows the time of the count, and an old count is not
 * shown again.
 */
export const useControlRoom = () =>
  useQuery({
    queryKey: ['control-room'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room')({ signal }),
    gcTime: 60_000,
  });

export const useRoomScores = () =>
  useQuery({
    queryKey: ['control-room', 'scores'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room/scores')({ signal }),
  });

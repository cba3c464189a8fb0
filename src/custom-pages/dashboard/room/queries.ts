import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/**
 * Live events of accidents invalidate it; the server counts every ten seconds at most, for all who ask. Cases grow older
 * without an event, so the page shows the moment of the count, and an old count is not shown again.
 */
export const useRoom = () =>
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

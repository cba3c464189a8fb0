import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/** Live events of accidents invalidate it; the server counts every ten seconds at most, for all who ask. */
export const useRoom = () =>
  useQuery({
    queryKey: ['control-room'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room')({ signal }),
  });

export const useRoomScores = () =>
  useQuery({
    queryKey: ['control-room', 'scores'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room/scores')({ signal }),
  });

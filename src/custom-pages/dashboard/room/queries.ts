import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/** Ages change without news, so it is asked by the clock; the server counts every ten seconds at most, for all who ask. */
const everyMs = 15_000;

export const useRoom = () =>
  useQuery({
    queryKey: ['control-room'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room')({ signal }),
    refetchInterval: everyMs,
    refetchOnMount: 'always',
  });

export const useRoomScores = () =>
  useQuery({
    queryKey: ['control-room', 'scores'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room/scores')({ signal }),
    refetchOnMount: 'always',
  });

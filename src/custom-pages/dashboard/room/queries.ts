import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../api/client.ts';
import { useMinute } from '../../../components/useMinute.ts';

/** Live events of accidents invalidate it; the server counts every ten seconds at most, for all who ask. */
export const useRoom = () => {
  const query = useQuery({
    queryKey: ['control-room'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room')({ signal }),
  });
  const minute = useMinute();
  const shownAt = useRef(minute);
  const { refetch } = query;
  // Cases grow older without an event: each minute moves some of them to another bar.
  useEffect(() => {
    if (shownAt.current === minute) return;
    shownAt.current = minute;
    void refetch();
  }, [minute, refetch]);
  return query;
};

export const useRoomScores = () =>
  useQuery({
    queryKey: ['control-room', 'scores'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room/scores')({ signal }),
  });

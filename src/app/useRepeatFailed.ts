import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useReachable } from '../feedback/connection.ts';
import { useConnectionPhase } from '../live/store.ts';

/** Refetches failed queries once the server, or its database, is available again. */
export const useRepeatFailed = (): void => {
  const client = useQueryClient();
  const reachable = useReachable();
  // Without its database the server still answers, but the event stream fails.
  const away = useConnectionPhase() === 'lost' || !reachable;
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !away) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    wasAway.current = away;
  }, [client, away]);
};

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useReachable } from '../feedback/connection.ts';
import { usePhase } from '../live/store.ts';

/** Refetches failed queries once the server, or its database, is available again. */
export const useRepeatFailed = (): void => {
  const client = useQueryClient();
  const reachable = useReachable();
  // Without its database the server still answers, but the stream fails.
  const cut = usePhase() === 'lost';
  useEffect(() => {
    if (reachable && !cut) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [client, reachable, cut]);
};

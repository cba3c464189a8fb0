import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useReachable } from '../feedback/connection.ts';
import { usePhase } from '../live/store.ts';

/** What failed while the server, or the database behind it, was away is asked for again once it answers. */
export const useRepeatFailed = (): void => {
  const client = useQueryClient();
  const reachable = useReachable();
  // Without its database the server answers, and the stream does not come.
  const cut = usePhase() === 'lost';
  useEffect(() => {
    if (reachable && !cut) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [client, reachable, cut]);
};

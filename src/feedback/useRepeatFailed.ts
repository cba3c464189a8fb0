import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useReachable } from './connection.ts';

/** What failed while the server was away is asked for again once it answers. */
export const useRepeatFailed = (): void => {
  const client = useQueryClient();
  const reachable = useReachable();
  useEffect(() => {
    if (reachable) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [client, reachable]);
};

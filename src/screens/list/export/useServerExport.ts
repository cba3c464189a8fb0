import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../api/client.ts';
import { watchJob } from '../../../live/jobs.ts';
import { dropExport, isOpen } from './order.ts';

/** Poll interval, in case an event is lost. */
const lookEveryMs = 3000;

/** Returns the progress of a server export. Only this list announces its end. */
export const useServerExport = (id: number) => {
  const client = useQueryClient();
  useEffect(() => watchJob(id), [id]);
  const { data, error } = useQuery({
    queryKey: ['export', 'one', id],
    queryFn: ({ signal }) => api('GET /api/v3/exports/{id}')({ params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : lookEveryMs),
  });
  const cancel = async () => {
    await dropExport(id);
    await client.invalidateQueries({ queryKey: ['export'] });
  };
  return { made: data, error, cancel };
};

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, newKey } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import { longestPeriodDays } from '../../../contract/limits.ts';
import type { Recompute } from '../../../contract/shapes/recompute.ts';
import { scoring } from '../../../resources/scoring.ts';
import { createStore } from '../../../store.ts';

/** Poll interval, in case an event is lost. */
const lookEveryMs = 3000;
const dayMs = 86_400_000;

/** The recompute job that this tab started. It continues while the user looks at other pages. */
const begun = createStore<number | undefined>(undefined);

const isOpen = ({ State }: Recompute): boolean => State === 'queued' || State === 'running';

/** Returns the longest allowed period, both days included. It ends on the day that has begun anywhere on earth. */
const wholePeriod = () => {
  const dayFrom = (days: number) => new Date(serverNow() + days * dayMs).toISOString().slice(0, 10);
  return { From: dayFrom(2 - longestPeriodDays), To: dayFrom(1) };
};

/** Recomputes the scores of all vouchers. `job` is present while the job runs. */
export const useRecompute = () => {
  const client = useQueryClient();
  const id = begun.use();
  const start = useMutation({
    mutationFn: () => api('POST /api/v3/scoring/recompute')({ body: wholePeriod(), key: newKey() }),
    onSuccess: ({ Id }) => begun.set(Id),
  });
  const { data } = useQuery({
    queryKey: ['recompute', id],
    queryFn: ({ signal }) => api('GET /api/v3/scoring/recompute/{id}')({ params: { id: Number(id) }, signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : lookEveryMs),
  });
  const cancel = useMutation({
    mutationFn: () => api('POST /api/v3/scoring/recompute/{id}/cancel')({ params: { id: Number(id) } }),
    onSuccess: stopped => client.setQueryData(['recompute', id], stopped),
  });
  const isOver = data !== undefined && !isOpen(data);
  useEffect(() => {
    if (!isOver) return;
    begun.set(undefined);
    void client.invalidateQueries({ queryKey: [scoring.name] });
  }, [client, isOver]);
  return {
    job: id === undefined || isOver ? undefined : (data ?? { Done: 0, Total: null }),
    start: () => start.mutate(),
    isStarting: start.isPending,
    cancel: () => cancel.mutate(),
  };
};

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, newKey } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import { longestPeriodDays } from '../../../contract/limits.ts';
import type { Recompute } from '../../../contract/shapes/recompute.ts';
import { scoring } from '../../../resources/scoring.ts';
import { createStore } from '../../../store.ts';

/** Asked by itself as well, in case news do not come. */
const lookEveryMs = 3000;
const dayMs = 86_400_000;

/** The recomputing that was begun in this tab: it goes on while one looks at other pages. */
const begun = createStore<number | undefined>(undefined);

const isOpen = ({ State }: Recompute): boolean => State === 'queued' || State === 'running';

/** As far back as one order goes, both ends counted, to the day that has begun anywhere on earth. */
const wholePeriod = () => {
  const dayFrom = (days: number) => new Date(serverNow() + days * dayMs).toISOString().slice(0, 10);
  return { From: dayFrom(2 - longestPeriodDays), To: dayFrom(1) };
};

/** Scores of all vouchers worked out anew; `job` is there while that goes on. */
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

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, newIdempotencyKey } from '../../api/client.ts';
import type { BulkChange } from '../../dataProvider/actions.ts';
import { watchJob } from '../../live/jobs.ts';
import { pollJob } from '../../live/pollJob.ts';
import { bulkChanges } from '../../resources/engine/bulkChanges.ts';

/** Interval between requests for the progress, milliseconds. Polling is needed in case an event is lost. */
const pollIntervalMs = 2000;

export const isUnderWay = ({ State }: Pick<BulkChange, 'State'>): boolean =>
  State === 'checking' || State === 'running' || State === 'undoing';

export const useBulkChange = (id: number) => {
  const client = useQueryClient();
  const queryKey = [bulkChanges.name, 'one', id];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /api/v3/bulk/{id}')({ params: { id }, signal }),
    refetchInterval: pollJob(pollIntervalMs, isUnderWay),
  });
  const jobId = data?.JobId;
  useEffect(() => (jobId ? watchJob(jobId) : undefined), [jobId]);
  const cacheChange = (change: BulkChange) => void client.setQueryData(queryKey, change);
  const params = { id };
  return {
    change: data,
    error,
    run: async () => cacheChange(await api('POST /api/v3/bulk/{id}/run')({ params, key: newIdempotencyKey() })),
    undo: async () => cacheChange(await api('POST /api/v3/bulk/{id}/undo')({ params, key: newIdempotencyKey() })),
    cancel: async () => cacheChange(await api('POST /api/v3/bulk/{id}/cancel')({ params })),
  };
};

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import type { AnswerFor } from '../../contract/index.ts';
import { showFailure } from '../../feedback/failures.ts';
import { reasonOf } from '../../feedback/refusal.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { watchJob } from '../../live/jobs.ts';

export type Import = AnswerFor<'GET /api/v3/imports/{id}'>;

export const isBusy = ({ State }: Pick<Import, 'State'>): boolean =>
  State === 'checking' || State === 'importing' || State === 'undoing';

/**
 * Poll interval, milliseconds. Polling is needed, because imports of other people send no progress events to this page.
 */
const pollIntervalMs = 2000;
const queryScope = 'imports';

export const usePastImports = (limit: number) =>
  useQuery({
    queryKey: [queryScope, 'past', limit],
    queryFn: ({ signal }) => api('GET /api/v3/imports')({ query: { page: 1, pageSize: limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.Items.some(isBusy) ? pollIntervalMs : false),
  });

export const useImport = (id: number) => {
  const query = useQuery({
    queryKey: [queryScope, 'one', id],
    queryFn: ({ signal }) => api('GET /api/v3/imports/{id}')({ params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? pollIntervalMs : false),
  });
  const jobId = query.data?.JobId;
  useEffect(() => (jobId ? watchJob(jobId) : undefined), [jobId]);
  return query;
};

export const useColumns = (id: number) =>
  useQuery({
    queryKey: [queryScope, 'columns', id],
    queryFn: ({ signal }) => api('GET /api/v3/imports/{id}/columns')({ params: { id }, signal }),
  });

/** `version` is the version of the import. It is in the query key, because another check finds other faults. */
export const useImportFaults = (id: number, version: number, errorsOnly: boolean, limit: number) =>
  useQuery({
    queryKey: [queryScope, 'faults', id, version, errorsOnly, limit],
    queryFn: ({ signal }) =>
      api('GET /api/v3/imports/{id}/faults')({
        params: { id },
        query: { page: 1, pageSize: limit, grave: errorsOnly },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const useUndoObstacles = (id: number, enabled: boolean) =>
  useQuery({
    queryKey: [queryScope, 'touched', id],
    queryFn: ({ signal }) => api('GET /api/v3/imports/{id}/touched')({ params: { id }, signal }),
    enabled,
    gcTime: 0,
  });

/**
 * Returns a function that sends an API call about an import and refetches the import. A failure with a text shows a
 * toast. `error` is the last failure, because the caller shows failures without a text.
 */
export const useImportCall = () => {
  const { translate } = useI18n();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const runCall = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      await call();
      return true;
    } catch (cause) {
      setError(cause);
      showFailure(cause, reasonOf(cause, translate));
      return false;
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: [queryScope] });
    }
  };
  return { busy, runCall, error };
};

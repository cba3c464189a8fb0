import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { accountQuery } from '../../authProvider/account.ts';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';

const rereadEveryMs = 20_000;
// Enough for a step by sample through any curve a device sends around a crash.
const curvePoints = 10_000;

const keys = {
  detail: (id: number) => ['accident', id, 'detail'] as const,
  map: (id: number) => ['accident', id, 'map'] as const,
  curves: (id: number) => ['accident', id, 'curves'] as const,
  notes: (id: number) => ['accident', id, 'notes'] as const,
  images: (id: number) => ['accident', id, 'images'] as const,
  history: (id: number) => ['accident', id, 'history'] as const,
};

/** The accident, read again every 20 s: its lock and its bucket change by other people's hands. */
export const useAccident = (id: number, objectId: string) =>
  useQuery({
    queryKey: [...keys.detail(id), objectId],
    queryFn: ({ signal }) => api('GET /api/v2/Accident/{id}', { params: { id }, query: { objectId }, signal }),
    refetchInterval: query => (query.state.status === 'error' ? false : rereadEveryMs),
    staleTime: 0,
  });

export const useCrashMap = (id: number) =>
  useQuery({
    queryKey: keys.map(id),
    queryFn: ({ signal }) => api('GET /api/crashes/map/{id}', { params: { id }, signal }),
  });

export const useCrashCurves = (id: number) =>
  useQuery({
    queryKey: keys.curves(id),
    queryFn: ({ signal }) =>
      api('GET /api/crashes/curves/{id}', { params: { id }, query: { points: curvePoints }, signal }),
  });

export const useNotes = (id: number) =>
  useQuery({
    queryKey: keys.notes(id),
    queryFn: ({ signal }) => api('GET /api/v2/Accident/{id}/notes', { params: { id }, signal }),
    staleTime: 0,
  });

export const useImages = (id: number) =>
  useQuery({
    queryKey: keys.images(id),
    queryFn: ({ signal }) => api('GET /api/v2/Accident/{id}/images', { params: { id }, signal }),
    staleTime: 0,
  });

export const useHistory = (id: number) =>
  useQuery({
    queryKey: keys.history(id),
    queryFn: ({ signal }) =>
      api('GET /api/v3/audit', {
        query: {
          filter: JSON.stringify({ entity: 'accident', entityId: id }),
          sort: JSON.stringify(['id', 'DESC']),
          range: JSON.stringify([0, 49]),
        },
        signal,
      }),
    staleTime: 0,
  });

/** Who is signed in. */
export const useMe = () => useQuery(accountQuery);

/** What follows a write: the fresh record is shown, and the history is read anew. */
export const useWritten = (id: number) => {
  const client = useQueryClient();
  return {
    record: (fresh: AccidentDetail) => {
      client.setQueriesData<AccidentDetail>({ queryKey: keys.detail(id) }, fresh);
      void client.invalidateQueries({ queryKey: keys.history(id) });
    },
    list: (list: 'notes' | 'images') => {
      void client.invalidateQueries({ queryKey: keys[list](id) });
      void client.invalidateQueries({ queryKey: keys.history(id) });
    },
    reread: () => void client.invalidateQueries({ queryKey: ['accident', id] }),
  };
};

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useGetList, useGetOne } from 'ra-core';
import { api } from '../../api/client.ts';
import { accountQuery } from '../../authProvider/account.ts';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import type { AuditRow } from '../../contract/shapes/audit.ts';

/** With react-admin's `id`. */
export type AccidentRecord = AccidentDetail & { readonly id: number };

const rereadEveryMs = 20_000;
// Enough to step sample by sample through any curve around a crash.
const curvePoints = 10_000;

/** Query parameters of the call beside the id. */
export const metaOf = (objectId: string) => ({ query: { objectId } });

/** Query key of the record, as react-admin has it. */
export const accidentKey = ({ Id, ObjectId }: Pick<AccidentDetail, 'Id' | 'ObjectId'>) =>
  ['accidents', 'getOne', { id: String(Id), meta: metaOf(ObjectId) }] as const;

const keys = {
  map: (id: number) => ['accident', id, 'map'] as const,
  curves: (id: number) => ['accident', id, 'curves'] as const,
  notes: (id: number) => ['accident', id, 'notes'] as const,
  images: (id: number) => ['accident', id, 'images'] as const,
};

/** The accident, refetched every 20 s: others change its lock and bucket. */
export const useAccident = (id: number, objectId: string) =>
  useGetOne<AccidentRecord>(
    'accidents',
    { id, meta: metaOf(objectId) },
    { refetchInterval: query => (query.state.status === 'error' ? false : rereadEveryMs), staleTime: 0 },
  );

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
  useGetList<AuditRow>(
    'audit',
    {
      filter: { entity: 'accident', entityId: id },
      sort: { field: 'id', order: 'DESC' },
      pagination: { page: 1, perPage: 50 },
    },
    { staleTime: 0 },
  );

export const useMe = () => useQuery(accountQuery);

/** After a write: shows the new record and refetches the history. */
export const useWritten = (id: number) => {
  const client = useQueryClient();
  return {
    record: (fresh: AccidentDetail) => {
      client.setQueryData(accidentKey(fresh), { ...fresh, id });
      void client.invalidateQueries({ queryKey: ['audit'] });
    },
    list: (list: 'notes' | 'images') => {
      void client.invalidateQueries({ queryKey: keys[list](id) });
      void client.invalidateQueries({ queryKey: ['audit'] });
    },
    reread: () => {
      for (const queryKey of [['accident', id], ['accidents', 'getOne', { id: String(id) }], ['audit']])
        void client.invalidateQueries({ queryKey });
    },
  };
};

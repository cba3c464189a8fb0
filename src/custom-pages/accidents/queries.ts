import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { accountQuery } from '../../authProvider/account.ts';
import type { AnswerFor, CallName } from '../../contract/index.ts';
import type { AccidentDetail, Image, Note, NoteEdit, RelatedAccident } from '../../contract/shapes/accident.ts';
import type { AuditRow } from '../../contract/shapes/audit.ts';
import type { LoggedCall } from '../../contract/shapes/loggedCall.ts';
import type { CrashMap } from '../../contract/shapes/telemetry.ts';
import { nestedQueryKey, recordQueryKeys } from '../../dataProvider/nested.ts';
import { useProvider } from '../../dataProvider/useProvider.ts';
import { accidents } from '../../resources/accidents.ts';
import type { Resource } from '../../schema/define.ts';

type DetailsOf<R> = R extends { readonly details: infer D extends { readonly [name: string]: CallName } } ? D : never;

/** Returns the query of a separate part of a record (`details` of the description), such as its track or curves. */
const useDetail = <R extends Resource, Detail extends keyof DetailsOf<R> & string>(
  { name }: R,
  detail: Detail,
  id: number,
  query?: object,
) => {
  const provider = useProvider();
  return useQuery({
    queryKey: [name, 'getDetail', { id, detail }],
    queryFn: async ({ signal }) =>
      (await provider.getDetail(name, { id, detail, query, signal })).data as AnswerFor<DetailsOf<R>[Detail]>,
  });
};

/** An accident with `id`, which react-admin requires. */
export type AccidentRecord = AccidentDetail & { readonly id: number };

// Maximum number of curve points. It is large enough to show every sample of any curve around a crash.
const maxCurvePoints = 10_000;

/** Returns react-admin's `meta` with the query parameter that selects the object of an accident. */
export const objectMeta = (objectId: string) => ({ query: { objectId } });

export const accidentKey = ({ Id, ObjectId }: Pick<AccidentDetail, 'Id' | 'ObjectId'>) =>
  ['accidents', 'getOne', { id: String(Id), meta: objectMeta(ObjectId) }] as const;

/** Query of the accident. Live events change its cached lease and bucket (src/live/apply.ts). */
export const useAccident = (id: number, objectId: string) =>
  useGetOne<AccidentRecord>('accidents', { id, meta: objectMeta(objectId) });

export const useCrashMap = (id: number) => useDetail(accidents, 'map', id);

/** Duration before and after a reported accident in which operators may see where the car was, ms. */
const aroundReportMs = 2 * 3_600_000;

/**
 * Query of the car's track around the moment that a person reported, with times in seconds from that moment. Each
 * reading is recorded in the history, so it begins only when the page shows the track.
 */
export const useTrackAround = ({ Id, ObjectId, CrashDateTime }: AccidentDetail, enabled: boolean) =>
  useQuery({
    queryKey: ['accidents', 'whereabouts', Id, CrashDateTime],
    queryFn: async ({ signal }): Promise<CrashMap['Track']> => {
      const zeroMs = Date.parse(CrashDateTime);
      const [from, to] = [zeroMs - aroundReportMs, Math.min(zeroMs + aroundReportMs, serverNow())].map(ms =>
        new Date(ms).toISOString(),
      ) as [string, string];
      const fixes = await api('GET /api/locations')({ query: { objectId: ObjectId, from, to }, signal });
      return fixes.map(([ms, latitude, longitude, kmh]) => [(ms - zeroMs) / 1000, latitude, longitude, kmh]);
    },
    enabled,
  });

export const useCrashCurves = (id: number) => useDetail(accidents, 'curves', id, { points: maxCurvePoints });

/**
 * Query of the reconstructed movement, made when the measurements are opened. Refetched with map and curves. The call is
 * no `detail` of the description, because descriptions load with the first page.
 */
export const useReconstruction = (id: number) =>
  useQuery({
    queryKey: ['accidents', 'getDetail', { id, detail: 'reconstruction' }],
    queryFn: ({ signal }) => api('GET /api/v2/Accident/{id}/reconstruction')({ params: { id }, signal }),
  });

/**
 * Refetches map and curves of an accident when its facts change. The facts change when later fixes arrive, and these
 * fixes also change map and curves.
 */
export const useRefetchMapAndCurves = ({ Id, Facts }: AccidentDetail): void => {
  const client = useQueryClient();
  const lastFacts = useRef(Facts);
  useEffect(() => {
    if (lastFacts.current === Facts) return;
    lastFacts.current = Facts;
    void client.invalidateQueries({ queryKey: ['accidents', 'getDetail', { id: Id }] });
  }, [client, Id, Facts]);
};

/**
 * Query of other accidents under the same voucher. They change only by a new crash, which is rare during the work on
 * one case.
 */
export const useOtherAccidents = (id: number) => useDetail(accidents, 'others', id);

/**
 * Query of the duplicates of a case, and for a new case of cases that are perhaps the same event. Live events of merges
 * and of new cases invalidate it.
 */
export const useRelatedCases = (id: number) =>
  useGetList<RelatedAccident & { readonly id: number }>('accidents.related', { meta: { ownerId: id } });

/** Query of cases of which a case may be a duplicate, by a text or a number. */
export const useMergeTargets = (id: number, search: string) =>
  useQuery({
    queryKey: ['accidents', 'mergeTargets', id, search],
    queryFn: ({ signal }) => api('GET /api/v2/Accident/{id}/related')({ params: { id }, query: { search }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** Duplicates of a case. Their notes, calls and pictures stand below its own. */
export const useDuplicates = (id: number): readonly RelatedAccident[] =>
  (useRelatedCases(id).data ?? []).filter(({ DuplicateOf }) => DuplicateOf !== null);

export const useNotes = (id: number) =>
  useGetList<Note & { readonly id: number }>('accidents.notes', { meta: { ownerId: id } });

export const useImages = (id: number) =>
  useGetList<Image & { readonly id: number }>('accidents.images', { meta: { ownerId: id } });

export const useCalls = (id: number) =>
  useGetList<LoggedCall & { readonly id: number }>('accidents.calls', { meta: { ownerId: id } });

export const useNoteEdits = (id: number, note: Note) =>
  useQuery<readonly NoteEdit[]>({
    queryKey: ['accidents.notes', 'edits', id, note.Id, note.UpdatedAt],
    queryFn: ({ signal }) =>
      api('GET /api/v2/Accident/{id}/notes/{noteId}/edits')({ params: { id, noteId: note.Id }, signal }),
  });

/** Query of times for the next phone call. It is not cached, because the working hour of the next day follows the clock. */
export const useCallTimes = (id: number) =>
  useQuery({
    queryKey: ['accidents', 'callTimes', id],
    queryFn: ({ signal }) => api('GET /api/v2/Accident/{id}/callTimes')({ params: { id }, signal }),
    gcTime: 0,
  });

/** Undoes the caller's last decision about a case. Resolves to the case. */
export const undoDecision = (id: number): Promise<AccidentDetail> =>
  api('POST /api/v2/Accident/{id}/undo')({ params: { id } });

/** Closes a case as a duplicate of another one, as the user saw it. `version`: that of the case. Resolves to the case. */
export const mergeCase = (id: number, kept: RelatedAccident, version: number): Promise<AccidentDetail> =>
  api('POST /api/v2/Accident/{id}/merge')({
    params: { id },
    body: { Into: kept.Id, IntoStatus: kept.Status, Version: version },
  });

export const useHistory = (id: number) =>
  useGetList<AuditRow>('audit', {
    filter: { entity: 'accident', entityId: id },
    sort: { field: 'id', order: 'DESC' },
    pagination: { page: 1, perPage: 50 },
  });

export const useMe = () => useQuery(accountQuery);

/** Returns functions to call after a successful write. They update the cached data and refetch the history. */
export const useAfterWrite = (id: number) => {
  const client = useQueryClient();
  const refetch = (keys: readonly (readonly unknown[])[]) => {
    for (const queryKey of [...keys, ['audit']]) void client.invalidateQueries({ queryKey });
  };
  return {
    readRecord: (record: AccidentDetail) => client.getQueryData<AccidentDetail>(accidentKey(record)),
    storeRecord: (record: AccidentDetail) => {
      client.setQueryData(accidentKey(record), { ...record, id });
      refetch([]);
    },
    refetchNested: (name: keyof typeof accidents.nested) => refetch([nestedQueryKey(accidents.name, name, id)]),
    refetchAll: () => refetch(recordQueryKeys(accidents, id)),
  };
};

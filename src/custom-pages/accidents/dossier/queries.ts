import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, newIdempotencyKey, send } from '../../../api/client.ts';
import type { Dossier, DossierFile } from '../../../contract/shapes/dossier.ts';
import { watchJob } from '../../../live/jobs.ts';
import { saveFile } from '../../../screens/list/export/saveFile.ts';
import { currentZoneName } from '../../../settings/zone.ts';

const pollIntervalMs = 1000;

export const isUnfinished = ({ State }: Pick<Dossier, 'State'>): boolean => State === 'queued' || State === 'running';

const joinOpenJobIds = (items: readonly Dossier[] | undefined): string =>
  (items ?? [])
    .filter(isUnfinished)
    .map(({ JobId }) => JobId)
    .join();

/**
 * Query of the versions of an accident's dossier. It polls every second while a version is being made. No event reports
 * the end of a job that somebody else started.
 */
export const useDossiers = (accidentId: number) => {
  const client = useQueryClient();
  const queryKey = ['dossiers', accidentId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /api/v3/accidents/{id}/dossiers')({ params: { id: accidentId }, signal }),
    refetchInterval: ({ state }) => (state.data?.Items.some(isUnfinished) ? pollIntervalMs : false),
  });
  const openJobIds = joinOpenJobIds(query.data?.Items);
  useEffect(() => {
    const stopWatching = openJobIds
      .split(',')
      .filter(Boolean)
      .map(id => watchJob(Number(id)));
    return () => {
      for (const stop of stopWatching) stop();
    };
  }, [openJobIds]);
  return { query, refetchDossiers: () => client.invalidateQueries({ queryKey }) };
};

export const makeDossier = (accidentId: number): Promise<Dossier> =>
  api('POST /api/v3/accidents/{id}/dossiers')({
    params: { id: accidentId },
    body: { TimeZone: currentZoneName() },
    key: newIdempotencyKey(),
  });

export const cancelDossier = async (id: number, number: number): Promise<void> => {
  await api('DELETE /api/v3/accidents/{id}/dossiers/{number}')({ params: { id, number } });
};

export const downloadDossier = async (id: number, number: number, file: DossierFile): Promise<void> => {
  const response = await send('GET /api/v3/accidents/{id}/dossiers/{number}/{file}', { params: { id, number, file } });
  saveFile(`dossier-${id}-${number}.${file}`, await response.blob());
};

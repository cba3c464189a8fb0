import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import type { TripExcluded } from '../../../contract/shapes/statistics.ts';
import type { ScoringObject } from '../queries.ts';

export type Trip = AnswerFor<'GET /api/v2/StatisticSummingTrip/{id}'>;

const tripKey = (scoringObject: ScoringObject, id: number) => ['scoring', 'trip', scoringObject, id];

export const useTrip = (scoringObject: ScoringObject, id: number) =>
  useQuery({
    queryKey: tripKey(scoringObject, id),
    queryFn: ({ signal }) =>
      api('GET /api/v2/StatisticSummingTrip/{id}')({ params: { id }, query: { ...scoringObject }, signal }),
  });

/** Returns a moment just after the end of a trip, at most two milliseconds later. */
export const tripEnd = ({ DateTime, DurationS }: Pick<Trip, 'DateTime' | 'DurationS'>): string =>
  new Date(Date.parse(DateTime) + Math.ceil(DurationS * 1000) + 1).toISOString();

export const secondsFromStart = (trip: Pick<Trip, 'DateTime'>, at: string): number =>
  (Date.parse(at) - Date.parse(trip.DateTime)) / 1000;

const maxCurvePoints = 4000;

export const useCurves = (trip: Trip) => {
  const query = { objectId: trip.ObjectId, from: trip.DateTime, to: tripEnd(trip), points: maxCurvePoints };
  return useQuery({
    queryKey: ['scoring', 'curves', query],
    queryFn: ({ signal }) => api('GET /api/v3/curves')({ query, signal }),
  });
};

/**
 * Returns the mutations of a trip: its note, its exclusion from the score, and the end of the exclusion. Each
 * mutation invalidates all scoring figures.
 */
export const useTripChanges = (scoringObject: ScoringObject, id: number) => {
  const client = useQueryClient();
  // The mutations do not wait for the refetch, because the refetch may remount the form. The form must show its success
  // before that.
  const invalidateScoring = () => void client.invalidateQueries({ queryKey: ['scoring'] });
  const query = { ...scoringObject };
  const params = { id };
  const note = useMutation({
    mutationFn: (Notes: string) =>
      api('PUT /api/v2/StatisticSummingTrip/{id}/updatenotes')({ params, query, body: { Notes } }),
    onSuccess: invalidateScoring,
  });
  const exclude = useMutation<TripExcluded, Error, string>({
    mutationFn: Reason => api('POST /api/v3/trips/{id}/exclude')({ params, query, body: { Reason } }),
    onSuccess: invalidateScoring,
  });
  const restore = useMutation<TripExcluded>({
    mutationFn: () => api('POST /api/v3/trips/{id}/restore')({ params, query }),
    onSuccess: invalidateScoring,
  });
  return { note, exclude, restore };
};

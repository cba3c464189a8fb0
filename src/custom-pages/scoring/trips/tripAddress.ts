import type { ScoringObject } from '../queries.ts';

/** Returns the path of a trip's page. `shownAt`: the moment that map and curves show first. */
export const tripAddress = ({ voucherId, objectId }: ScoringObject, tripId: number, shownAt?: string): string => {
  const query = new URLSearchParams({
    ...(objectId !== undefined && { voucherObjectId: objectId }),
    ...(shownAt && { at: shownAt }),
  });
  const queryText = query.toString();
  return `/cabinet/scoring/${voucherId}/trips/${tripId}/${queryText && `?${queryText}`}`;
};

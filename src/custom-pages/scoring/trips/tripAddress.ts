import type { ScoringObject } from '../queries.ts';

/** Returns the path of a trip's page. `at`: the time that is shown first. */
export const tripAddress = ({ voucherId, objectId }: ScoringObject, tripId: number, at?: string): string => {
  const query = new URLSearchParams({
    ...(objectId !== undefined && { voucherObjectId: objectId }),
    ...(at && { at }),
  });
  const text = query.toString();
  return `/cabinet/scoring/${voucherId}/trips/${tripId}/${text && `?${text}`}`;
};

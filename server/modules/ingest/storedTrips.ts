import type { Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { CutTrip, CutWindow } from './window.ts';

type Db = Transaction<Database>;

interface StoredTrip {
  readonly id: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly distanceKm: number;
  readonly maximumSpeedKmh: number;
  readonly quarantineReason: string | null;
  /** Notes of users, and the time and reason of an exclusion. */
  readonly notes: string;
  readonly excludedAt: string | null;
  readonly exclusionReason: string | null;
}

export const readStoredTrips = async (
  db: Db,
  objectId: string,
  { fromMs, beforeMs }: Pick<CutWindow, 'fromMs' | 'beforeMs'>,
): Promise<StoredTrip[]> => {
  const rows = await db
    .selectFrom('trip')
    .select(['id', 'start_at', 'end_at', 'distance_km', 'maximum_speed_kmh', 'quarantine_reason'])
    .select(['notes', 'excluded_at as excludedAt', 'exclusion_reason as exclusionReason'])
    .where('object_id', '=', objectId)
    .where('start_at', '>=', new Date(fromMs).toISOString())
    .where('start_at', '<', new Date(beforeMs).toISOString())
    .orderBy('start_at')
    .execute();
  return rows.map(row => ({
    id: row.id,
    startMs: Date.parse(row.start_at),
    endMs: Date.parse(row.end_at),
    distanceKm: row.distance_km,
    maximumSpeedKmh: row.maximum_speed_kmh,
    quarantineReason: row.quarantine_reason,
    notes: row.notes,
    excludedAt: row.excludedAt,
    exclusionReason: row.exclusionReason,
  }));
};

/** Joins the texts of two trips. Equal texts are not repeated. */
const joinTexts = (one: string | null, other: string | null, separator: string): string =>
  [...new Set([one, other].filter(Boolean))].join(separator);

/**
 * Copies notes and exclusions of removed trips to the trip that late data joined them into. An excluded trip stays
 * excluded.
 */
export const copyTripChanges = async (
  db: Db,
  objectId: string,
  storedByTrip: ReadonlyMap<CutTrip, StoredTrip>,
  removed: readonly StoredTrip[],
) => {
  for (const [trip, storedTrip] of storedByTrip) {
    const overlapping = removed.filter(each => each.startMs <= trip.endMs && each.endMs >= trip.startMs);
    const annotated = overlapping.filter(each => each.notes !== '' || each.excludedAt !== null);
    if (annotated.length === 0) continue;
    const [excludedAt] = [storedTrip, ...annotated].flatMap(each => each.excludedAt ?? []).sort();
    const joinAll = (readText: (each: StoredTrip) => string | null, separator: string) =>
      annotated.reduce((text, each) => joinTexts(text, readText(each), separator), readText(storedTrip) ?? '');
    await db
      .updateTable('trip')
      .set({
        notes: joinAll(each => each.notes, '\n'),
        excluded_at: excludedAt ?? null,
        exclusion_reason: excludedAt === undefined ? null : joinAll(each => each.exclusionReason, '; '),
      })
      .where('object_id', '=', objectId)
      .where('id', '=', storedTrip.id)
      .execute();
  }
};

/**
 * Pairs each newly cut trip with the stored trip that it continues. This is the stored trip with the same start, or
 * else the first stored trip that overlaps.
 */
export const pairTrips = (trips: readonly CutTrip[], stored: readonly StoredTrip[]): Map<CutTrip, StoredTrip> => {
  const byStart = new Map(stored.map(trip => [trip.startMs, trip]));
  const storedByTrip = new Map<CutTrip, StoredTrip>();
  for (const trip of trips) {
    const sameStart = byStart.get(trip.startMs);
    if (sameStart) storedByTrip.set(trip, sameStart);
  }
  const pairedTrips = new Set(storedByTrip.values());
  const unpaired = stored.filter(trip => !pairedTrips.has(trip));
  // A single pass is enough, because both lists are sorted and free of overlaps.
  for (let t = 0, f = 0; t < trips.length && f < unpaired.length; ) {
    const trip = trips[t]!;
    const candidate = unpaired[f]!;
    if (candidate.endMs < trip.startMs) f++;
    else {
      if (!storedByTrip.has(trip) && candidate.startMs <= trip.endMs) {
        storedByTrip.set(trip, candidate);
        f++;
      }
      t++;
    }
  }
  return storedByTrip;
};

export const isSameTrip = (trip: CutTrip, stored: StoredTrip): boolean =>
  trip.startMs === stored.startMs &&
  trip.endMs === stored.endMs &&
  trip.distanceKm === stored.distanceKm &&
  trip.maximumSpeedKmh === stored.maximumSpeedKmh &&
  stored.quarantineReason === null;

import type { Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { Trip } from '../../domain/telemetry/trips.ts';
import { readFixes } from '../telemetry/service.ts';
import { type CutWindow, cutWindow, type Stretch } from './window.ts';

type Db = Transaction<Database>;

/** Stretches nearer than this are cut together: their windows would mostly be read twice. */
const nearMs = 3_600_000;

const merged = (stretches: readonly Stretch[]): Stretch[] => {
  const result: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of [...stretches].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = result[result.length - 1];
    if (last && fromMs - last.toMs <= nearMs) last.toMs = Math.max(last.toMs, toMs);
    else result.push({ fromMs, toMs });
  }
  return result;
};

interface StoredTrip {
  readonly id: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly distanceKm: number;
  readonly maximumSpeedKmh: number;
}

const readStored = async (db: Db, objectId: string, { fromMs, beforeMs }: CutWindow): Promise<StoredTrip[]> => {
  const rows = await db
    .selectFrom('trip')
    .select(['id', 'start_at', 'end_at', 'distance_km', 'maximum_speed_kmh'])
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
  }));
};

/** Each trip with the stored one it goes on from: one that begins alike, else the first that overlaps. */
const paired = (trips: readonly Trip[], stored: readonly StoredTrip[]): Map<Trip, StoredTrip> => {
  const pairs = new Map<Trip, StoredTrip>();
  const free = new Set(stored);
  const pair = (fits: (trip: Trip, candidate: StoredTrip) => boolean): void => {
    for (const trip of trips) {
      const found = pairs.has(trip) ? undefined : [...free].find(candidate => fits(trip, candidate));
      if (!found) continue;
      pairs.set(trip, found);
      free.delete(found);
    }
  };
  pair((trip, candidate) => candidate.startMs === trip.startMs);
  pair((trip, candidate) => candidate.startMs <= trip.endMs && candidate.endMs >= trip.startMs);
  return pairs;
};

const isSame = (trip: Trip, stored: StoredTrip): boolean =>
  trip.startMs === stored.startMs &&
  trip.endMs === stored.endMs &&
  trip.distanceKm === stored.distanceKm &&
  trip.maximumSpeedKmh === stored.maximumSpeedKmh;

const writeTrips = async (db: Db, objectId: string, window: CutWindow): Promise<void> => {
  const stored = await readStored(db, objectId, window);
  const pairs = paired(window.trips, stored);
  const goneOn = new Set([...pairs.values()].map(({ id }) => id));
  const gone = stored.filter(({ id }) => !goneOn.has(id)).map(({ id }) => id);
  if (gone.length > 0) await db.deleteFrom('trip').where('object_id', '=', objectId).where('id', 'in', gone).execute();
  for (const trip of window.trips) {
    const before = pairs.get(trip);
    if (before && isSame(trip, before)) continue;
    const values = {
      start_at: new Date(trip.startMs),
      end_at: new Date(trip.endMs),
      duration_s: trip.durationS,
      distance_km: trip.distanceKm,
      average_speed_kmh: trip.averageSpeedKmh,
      maximum_speed_kmh: trip.maximumSpeedKmh,
    };
    if (before)
      await db.updateTable('trip').set(values).where('object_id', '=', objectId).where('id', '=', before.id).execute();
    else
      await db
        .insertInto('trip')
        .values({ object_id: objectId, ...values })
        .execute();
  }
};

/** Brings the trips of an object up to date where its fixes changed; all others stay untouched. */
export const recutTrips = async (db: Db, objectId: string, changed: readonly Stretch[]): Promise<void> => {
  for (const stretch of merged(changed)) {
    const window = await cutWindow(stretch, (fromMs, toMs) => readFixes(db, objectId, fromMs, toMs));
    await writeTrips(db, objectId, window);
  }
};

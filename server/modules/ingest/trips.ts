import { sql, type Transaction } from 'kysely';
import { dayMs, hourMs } from '../../../src/schema/kinds/time.ts';
import type { Database } from '../../db/types.ts';
import type { Workers } from '../../threads/workers.ts';
import { updateFigures } from '../statistics/service.ts';
import { fixesOf, readBlocks } from '../telemetry/service.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { recutManoeuvres, type WrittenTrips } from './manoeuvres.ts';
import { copyTripChanges, isSameTrip, pairTrips, readStored } from './storedTrips.ts';
import type { Tasks } from './thread.ts';
import { replaceTrackFaults, trackFaultsAround } from './trackFaults.ts';
import {
  type CutTrip,
  type CutWindow,
  cutWindow,
  type Decided,
  firstReadMargin,
  type Stretch,
  timeToRead,
} from './window.ts';

type Db = Transaction<Database>;

/**
 * Whether two changed time ranges are cut together in one window: they lie within one day, or close together. Separate
 * windows would read the same fixes twice.
 */
const belongTogether = (one: Stretch, next: Stretch): boolean => {
  const spanMs = next.toMs - one.fromMs;
  return spanMs <= dayMs || (next.fromMs - one.toMs <= hourMs && spanMs <= 7 * dayMs);
};

/** Above this number of fixes a worker thread cuts them, because the work would block the event loop. */
const fewFixes = 2000;

const rowsAtOnce = 500;

const merged = (stretches: readonly Stretch[]): Stretch[] => {
  const result: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of [...stretches].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = result[result.length - 1];
    if (last && belongTogether(last, { fromMs, toMs })) last.toMs = Math.max(last.toMs, toMs);
    else result.push({ fromMs, toMs });
  }
  return result;
};

const columnsOf = (trip: CutTrip) => ({
  start_at: new Date(trip.startMs),
  end_at: new Date(trip.endMs),
  duration_s: trip.durationS,
  distance_km: trip.distanceKm,
  average_speed_kmh: trip.averageSpeedKmh,
  maximum_speed_kmh: trip.maximumSpeedKmh,
  night_ms: trip.context.nightMs,
  idle_ms: trip.context.idleMs,
  speed_squares: trip.context.speedSquares,
  complication: trip.context.complication,
  urban_m: trip.context.urbanM,
  motorway_m: trip.context.motorwayM,
  quarantine_reason: trip.quarantineReason,
});

/** Inserts trips and returns their ids, in order. */
const insertTrips = async (db: Db, objectId: string, trips: readonly CutTrip[]): Promise<number[]> => {
  const ids: number[] = [];
  for (let from = 0; from < trips.length; from += rowsAtOnce) {
    const rows = trips.slice(from, from + rowsAtOnce).map(trip => ({ object_id: objectId, ...columnsOf(trip) }));
    const inserted = await db.insertInto('trip').values(rows).returning('id').execute();
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
};

const writeTrips = async (db: Db, objectId: string, window: CutWindow, stretch: Stretch): Promise<WrittenTrips> => {
  const stored = await readStored(db, objectId, window);
  const pairs = pairTrips(window.trips, stored);
  const goneOn = new Set([...pairs.values()].map(({ id }) => id));
  const gone = stored.filter(({ id }) => !goneOn.has(id));
  const goneIds = gone.map(({ id }) => id);
  await copyTripChanges(db, objectId, pairs, gone);
  if (goneIds.length > 0)
    await db
      .deleteFrom('trip')
      .where('object_id', '=', objectId)
      .where('id', '=', sql<number>`any(${goneIds})`)
      .execute();
  const ids = new Map<CutTrip, number>();
  const changed = new Set<CutTrip>();
  // A trip whose segment has new fixes counts as changed. Its manoeuvres may differ even if its ends and distance stay
  // the same.
  const isTouched = ({ segment }: CutTrip): boolean => {
    const { timeMs } = window.segments[segment]!;
    return timeMs[0]! <= stretch.toMs && timeMs[timeMs.length - 1]! >= stretch.fromMs;
  };
  for (const trip of window.trips) {
    const before = pairs.get(trip);
    if (!before) continue;
    ids.set(trip, before.id);
    if (isSameTrip(trip, before) && !isTouched(trip)) continue;
    changed.add(trip);
    await db
      .updateTable('trip')
      .set(columnsOf(trip))
      .where('object_id', '=', objectId)
      .where('id', '=', before.id)
      .execute();
  }
  const made = window.trips.filter(trip => !pairs.has(trip));
  for (const [n, id] of (await insertTrips(db, objectId, made)).entries()) {
    ids.set(made[n]!, id);
    changed.add(made[n]!);
  }
  return { ids, changed, goneIds };
};

const cutAnew = async (
  db: Db,
  workers: Workers,
  objectId: string,
  stretch: Stretch,
  cleared: readonly Decided[],
): Promise<CutWindow> => {
  for (let reach = firstReadMargin; ; ) {
    const { fromMs, toMs } = timeToRead(stretch, reach);
    const blocks = await readBlocks(db, objectId, fromMs, toMs);
    const fixes = blocks.reduce((sum, { samples }) => sum + samples, 0);
    const cut =
      fixes > fewFixes
        ? await workers.run<Tasks['cut']>('modules/ingest/cut', { stretch, reach, blocks, cleared })
        : cutWindow(stretch, reach, fixesOf(blocks, fromMs, toMs), cleared);
    if ('trips' in cut) return cut;
    reach = cut;
  }
};

/** Updates an object's trips where its fixes changed. All other trips stay untouched. */
export const recutTrips = async (
  db: Db,
  workers: Workers,
  whose: CompanyObject,
  changed: readonly Stretch[],
): Promise<void> => {
  const { objectId } = whose;
  for (const stretch of merged(changed)) {
    const faults = await trackFaultsAround(db, objectId, stretch);
    const cleared = faults.filter(({ state }) => state === 'cleared');
    const window = await cutAnew(db, workers, objectId, stretch, cleared);
    const written = await writeTrips(db, objectId, window, stretch);
    await recutManoeuvres(db, workers, whose, window, written);
    await replaceTrackFaults(db, whose, window, faults);
    await updateFigures(db, whose, window);
  }
};

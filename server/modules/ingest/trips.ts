import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { Workers } from '../../threads/workers.ts';
import { updateFigures } from '../statistics/service.ts';
import { readBlocks } from '../telemetry/service.ts';
import type { Fault } from './anomalies.ts';
import { type AnalysedWindow, type CutTask, cutFixes } from './cut.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { isMovement, readIgnitionWire, readMisjudgedMovements } from './ignitionWire.ts';
import { readCurveTimes, updateManoeuvres, type WrittenTrips } from './manoeuvres.ts';
import { copyTripChanges, isSameTrip, pairTrips, readStoredTrips } from './storedTrips.ts';
import type { Tasks } from './thread.ts';
import { readTrackFaultsAround, replaceTrackFaults } from './trackFaults.ts';
import type { CutFixes } from './waitingCuts.ts';
import {
  type CutConditions,
  type CutTrip,
  firstReadMargin,
  mergeRanges,
  overlaps,
  rangeToRead,
  type TimeRange,
} from './window.ts';

type Db = Transaction<Database>;

/**
 * Above this number of fixes a worker thread cuts the track into trips, because the work would block the event loop.
 */
const workerThresholdFixes = 2000;
/**
 * Above this number of fixes a worker thread cuts the track if no task waits for a thread, so that the event loop takes
 * messages meanwhile. Passing on a shorter track takes as long as cutting it.
 */
const idleWorkerThresholdFixes = 400;

const maxRowsPerInsert = 500;

const columnsOf = (trip: CutTrip) => ({
  start_at: new Date(trip.startMs),
  end_at: new Date(trip.endMs),
  duration_s: trip.durationS,
  distance_km: trip.distanceKm,
  estimated_m: Math.round(trip.estimatedKm * 1000),
  average_speed_kmh: trip.averageSpeedKmh,
  maximum_speed_kmh: trip.maximumSpeedKmh,
  utc_offset_ms: trip.context.utcOffsetMs,
  night_ms: trip.context.nightMs,
  idle_ms: trip.context.idleMs,
  speed_squares: trip.context.speedSquares,
  complication: trip.context.complication,
  urban_m: trip.context.urbanM,
  motorway_m: trip.context.motorwayM,
  // Only earlier releases kept a whole trip out of the figures because of a faulty stretch.
  quarantine_reason: null,
});

/** Inserts trips and returns their ids, in order. */
const insertTrips = async (db: Db, objectId: string, trips: readonly CutTrip[]): Promise<number[]> => {
  const ids: number[] = [];
  for (let from = 0; from < trips.length; from += maxRowsPerInsert) {
    const rows = trips.slice(from, from + maxRowsPerInsert).map(trip => ({ object_id: objectId, ...columnsOf(trip) }));
    const inserted = await db.insertInto('trip').values(rows).returning('id').execute();
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
};

/** Overwrites stored trips, all in one statement, because a recomputing writes hundreds of trips. */
const updateStoredTrips = async (
  db: Db,
  objectId: string,
  trips: readonly { readonly id: number; readonly trip: CutTrip }[],
): Promise<void> => {
  const [first] = trips;
  if (!first) return;
  const assignments = Object.keys(columnsOf(first.trip)).map(name => sql`${sql.ref(name)} = ${sql.ref(`cut.${name}`)}`);
  const rows = trips.map(({ id, trip }) => ({ id, ...columnsOf(trip) }));
  await sql`update trip set ${sql.join(assignments)}
    from jsonb_populate_recordset(null::trip, ${JSON.stringify(rows)}::jsonb) as cut
    where trip.object_id = ${objectId} and trip.id = cut.id`.execute(db);
};

const writeTrips = async (
  db: Db,
  objectId: string,
  window: AnalysedWindow,
  range: TimeRange,
): Promise<WrittenTrips> => {
  const stored = await readStoredTrips(db, objectId, window);
  const storedByTrip = pairTrips(window.trips, stored);
  const continuedIds = new Set([...storedByTrip.values()].map(({ id }) => id));
  const removedTrips = stored.filter(({ id }) => !continuedIds.has(id));
  const removedIds = removedTrips.map(({ id }) => id);
  await copyTripChanges(db, objectId, storedByTrip, removedTrips);
  if (removedIds.length > 0)
    await db
      .deleteFrom('trip')
      .where('object_id', '=', objectId)
      .where('id', '=', sql<number>`any(${removedIds})`)
      .execute();
  const ids = new Map<CutTrip, number>();
  const changed = new Set<CutTrip>();
  // A trip whose segment has new fixes counts as changed. Its manoeuvres may differ even if its ends and distance stay
  // the same.
  const isTouched = ({ segment }: CutTrip): boolean => overlaps(window.segments[segment]!, range);
  for (const trip of window.trips) {
    const storedTrip = storedByTrip.get(trip);
    if (!storedTrip) continue;
    ids.set(trip, storedTrip.id);
    if (isSameTrip(trip, storedTrip) && !isTouched(trip)) continue;
    changed.add(trip);
  }
  await updateStoredTrips(
    db,
    objectId,
    Array.from(changed, trip => ({ id: ids.get(trip)!, trip })),
  );
  const newTrips = window.trips.filter(trip => !storedByTrip.has(trip));
  for (const [n, id] of (await insertTrips(db, objectId, newTrips)).entries()) {
    ids.set(newTrips[n]!, id);
    changed.add(newTrips[n]!);
  }
  return { ids, changed, removedIds };
};

const cutUntilComplete = async (
  db: Db,
  workers: Workers,
  objectId: string,
  range: TimeRange,
  conditions: CutConditions,
): Promise<AnalysedWindow> => {
  for (let margin = firstReadMargin; ; ) {
    const { fromMs, toMs } = rangeToRead(range, margin);
    const blocks = await readBlocks(db, objectId, fromMs, toMs);
    const fixes = blocks.reduce((sum, { samples }) => sum + samples, 0);
    const curveTimes = await readCurveTimes(db, objectId, { fromMs, toMs });
    const task: CutTask = { range, margin, blocks, conditions, curveTimes };
    const threshold = workers.queueLength() === 0 ? idleWorkerThresholdFixes : workerThresholdFixes;
    const result = fixes > threshold ? await workers.run<Tasks['cut']>('modules/ingest/cut', task) : cutFixes(task);
    if ('trips' in result) return result;
    margin = result;
  }
};

/** Result of cutting trips again. */
export interface Recut {
  /** Faults that were not known before. */
  readonly newFaults: readonly Fault[];
  /** Window with the most fixes among those that were cut into trips. */
  readonly most: CutFixes;
}

const noFixes: CutFixes = { fixes: 0, fromMs: 0, toMs: 0 };

const fixesOf = ({ segments }: AnalysedWindow): CutFixes => {
  const withFixes = segments.filter(({ fixes }) => fixes > 0);
  const [first, last] = [withFixes[0], withFixes.at(-1)];
  if (!first || !last) return noFixes;
  const fixes = withFixes.reduce((sum, segment) => sum + segment.fixes, 0);
  return { fixes, fromMs: first.fromMs, toMs: last.toMs };
};

const recutRanges = async (
  db: Db,
  workers: Workers,
  object: CompanyObject,
  changedRanges: readonly TimeRange[],
  deadWireEndMs: number,
): Promise<Recut> => {
  const { objectId } = object;
  const newFaults: Fault[] = [];
  let most: CutFixes = noFixes;
  for (const range of mergeRanges(changedRanges)) {
    const faults = await readTrackFaultsAround(db, objectId, range);
    const cleared = faults.filter(({ state }) => state === 'cleared');
    const window = await cutUntilComplete(db, workers, objectId, range, { cleared, deadWireEndMs });
    const written = await writeTrips(db, objectId, window, range);
    await updateManoeuvres(db, workers, object, window, written);
    newFaults.push(...(await replaceTrackFaults(db, object, window, faults)));
    await updateFigures(db, object, window);
    const cut = fixesOf(window);
    if (cut.fixes > most.fixes) most = cut;
  }
  return { newFaults, most };
};

/**
 * Updates an object's trips where its fixes changed. All other trips stay untouched.
 * If the changed fixes show that the ignition wire is connected, or that it is not, all movements with the ignition off
 * are judged again. So the result does not depend on the order of messages.
 */
export const recutTrips = async (
  db: Db,
  workers: Workers,
  object: CompanyObject,
  changedRanges: readonly TimeRange[],
): Promise<Recut> => {
  const wire = await readIgnitionWire(db, object);
  const recut = await recutRanges(db, workers, object, changedRanges, wire.deadWireEndMs);
  if (!wire.hasMovements && !recut.newFaults.some(isMovement)) return recut;
  const { deadWireEndMs } = await readIgnitionWire(db, object);
  await recutRanges(db, workers, object, await readMisjudgedMovements(db, object, deadWireEndMs), deadWireEndMs);
  return recut;
};

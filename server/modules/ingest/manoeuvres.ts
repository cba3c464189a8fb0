import { sql, type Transaction } from 'kysely';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { Database } from '../../db/types.ts';
import type { Manoeuvre } from '../../domain/telemetry/manoeuvre.ts';
import { isRemounted } from '../../domain/telemetry/orientation.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { Workers } from '../../threads/workers.ts';
import { readOrientations, type StoredOrientation } from '../telemetry/service.ts';
import { type Fault, insertFaults, refreshStatus } from './anomalies.ts';
import { type AnalysedWindow, spanOf } from './cut.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { analyseDrives, type Drives, type DrivesTask, type WatchedParts } from './drives.ts';
import type { Tasks } from './thread.ts';
import type { CutTrip, TimeRange } from './window.ts';

type Db = Transaction<Database>;

/**
 * Above this number of fixes, or with any acceleration, a worker thread finds the manoeuvres. The work would block the
 * event loop.
 */
const workerThresholdFixes = 2000;

/** Selects blocks of acceleration sent while driving that overlap a time range. Leaves out quarantined blocks. */
const selectCurves = (db: Db, objectId: string, { fromMs, toMs }: TimeRange) =>
  db
    .selectFrom('curve_block')
    .where('object_id', '=', objectId)
    .where('accident_id', 'is', null)
    .where('quarantine_reason', 'is', null)
    .where('start_at', '>=', new Date(fromMs - dayMs).toISOString())
    .where('start_at', '<=', new Date(toMs).toISOString())
    .where('end_at', '>=', new Date(fromMs).toISOString());

const readCurves = async (db: Db, objectId: string, range: TimeRange): Promise<Uint8Array[]> => {
  const rows = await selectCurves(db, objectId, range).select('data').orderBy('start_at').orderBy('id').execute();
  return rows.map(({ data }) => data);
};

/** Returns the times of the blocks of acceleration. Most devices send none. */
export const readCurveTimes = async (db: Db, objectId: string, range: TimeRange): Promise<TimeRange[]> => {
  const rows = await selectCurves(db, objectId, range).select(['start_at', 'end_at']).execute();
  return rows.map(({ start_at, end_at }) => ({ fromMs: Date.parse(start_at), toMs: Date.parse(end_at) }));
};

const columnsOf = (rows: readonly (Manoeuvre & { readonly tripId: number })[]) =>
  sql`${rows.map(({ tripId }) => tripId)}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
    ${rows.map(({ startMs }) => startMs)}::float8[], ${rows.map(({ endMs }) => endMs)}::float8[],
    ${rows.map(({ peakG }) => peakG)}::float8[], ${rows.map(({ meanG }) => meanG)}::float8[],
    ${rows.map(({ speedKmh }) => speedKmh)}::float8[], ${rows.map(({ latitude }) => latitude)}::float8[],
    ${rows.map(({ longitude }) => longitude)}::float8[], ${rows.map(({ source }) => source)}::text[]`;

const replaceManoeuvres = async (
  db: Db,
  objectId: string,
  tripIds: readonly number[],
  rows: readonly (Manoeuvre & { readonly tripId: number })[],
): Promise<void> => {
  if (tripIds.length > 0)
    await sql`delete from manoeuvre where object_id = ${objectId} and trip_id = any(${tripIds})`.execute(db);
  if (rows.length === 0) return;
  await sql`
    insert into manoeuvre (object_id, trip_id, kind, start_at, end_at, peak_g, mean_g, speed_kmh, latitude, longitude, source)
    select ${objectId}, trip_id, kind, to_timestamp(start_ms / 1000), to_timestamp(end_ms / 1000), peak_g, mean_g, speed_kmh,
      latitude, longitude, source
    from unnest(${columnsOf(rows)})
      as found(trip_id, kind, start_ms, end_ms, peak_g, mean_g, speed_kmh, latitude, longitude, source)`.execute(db);
};

/** Stores on each trip by which data and on how much of its distance manoeuvres could be seen. */
const storeWatchedParts = async (
  db: Db,
  objectId: string,
  watchedByTrip: ReadonlyMap<number, WatchedParts>,
): Promise<void> => {
  const parts = [...watchedByTrip.values()];
  await sql`update trip set watched_by = case when found.is_sensed then 'acceleration' else 'positions' end,
      watched_m = floor(distance_km * 1000 * found.watched_share + 0.5),
      sensed_m = floor(distance_km * 1000 * found.sensed_share + 0.5),
      placed_m = floor(distance_km * 1000 * found.placed_share + 0.5)
    from unnest(${[...watchedByTrip.keys()]}::bigint[], ${parts.map(each => each.isSensed)}::boolean[],
      ${parts.map(each => each.watchedShare)}::float8[], ${parts.map(each => each.sensedShare)}::float8[],
      ${parts.map(each => each.placedShare)}::float8[])
      as found (id, is_sensed, watched_share, sensed_share, placed_share)
    where trip.object_id = ${objectId} and trip.id = found.id`.execute(db);
};

/** Replaces the faults of a segment whose device reported the vehicle's axes but measured in others. */
const replaceAxesFaults = async (
  db: Db,
  object: CompanyObject,
  { timeMs }: Track,
  axesFaults: Drives['axesFaults'],
): Promise<void> => {
  const { rows } = await sql`delete from anomaly
    where object_id = ${object.objectId} and found_in = 'mounting' and kind = 'notUpright' and state = 'open'
      and from_at between ${new Date(timeMs[0]!)} and ${new Date(timeMs[timeMs.length - 1]!)} returning id`.execute(db);
  const faults = axesFaults.map(
    ({ fromMs, toMs, samples }): Fault => ({
      kind: 'notUpright',
      foundIn: 'mounting',
      fromMs,
      toMs,
      count: samples,
      quarantined: 0,
    }),
  );
  await insertFaults(db, object.objectId, faults);
  if (rows.length + faults.length > 0) await refreshStatus(db, object, ['notUpright']);
};

/**
 * Replaces the known orientations of the device in a segment of track. A different orientation than in the drive before
 * is a fault of the device.
 */
const replaceOrientations = async (
  db: Db,
  object: CompanyObject,
  { timeMs }: Track,
  orientations: readonly StoredOrientation[],
  knownOrientations: readonly StoredOrientation[],
): Promise<void> => {
  const { objectId } = object;
  const fromMs = timeMs[0]!;
  const inRange = sql`between ${new Date(fromMs)} and ${new Date(timeMs[timeMs.length - 1]!)}`;
  await sql`delete from orientation where object_id = ${objectId} and from_at ${inRange}`.execute(db);
  let previousAxes = knownOrientations.findLast(known => known.fromMs < fromMs && known.axes !== null)?.axes;
  const remountFaults: Fault[] = [];
  for (const { fromMs: startMs, axes } of orientations) {
    await sql`insert into orientation (object_id, from_at, axes)
      values (${objectId}, ${new Date(startMs)}, ${JSON.stringify(axes)}) on conflict do nothing`.execute(db);
    if (axes && previousAxes && isRemounted(previousAxes, axes, defaultSettings))
      remountFaults.push({ kind: 'remounted', foundIn: 'mounting', fromMs: startMs, toMs: startMs, count: 1 });
    previousAxes = axes ?? previousAxes;
  }
  const { rows } = await sql`delete from anomaly
    where object_id = ${objectId} and found_in = 'mounting' and kind = 'remounted' and state = 'open'
      and from_at ${inRange} returning id`.execute(db);
  await insertFaults(db, objectId, remountFaults);
  if (rows.length + remountFaults.length > 0) await refreshStatus(db, object, ['remounted']);
};

/**
 * Result of writing the trips of a time window: the ids of all trips, the changed trips, and the ids of removed ones.
 */
export interface WrittenTrips {
  readonly ids: ReadonlyMap<CutTrip, number>;
  readonly changed: ReadonlySet<CutTrip>;
  readonly removedIds: readonly number[];
}

/** Analyses drives whose fixes did not change, or that have acceleration. */
const analyseTrack = (workers: Workers, task: DrivesTask): Promise<Drives> | Drives =>
  task.curves.length > 0 || task.track.timeMs.length > workerThresholdFixes
    ? workers.run<Tasks['drives']>('modules/ingest/drives', task)
    : analyseDrives(task);

/** Finds the manoeuvres of changed trips again. Trips that did not change keep theirs. */
export const updateManoeuvres = async (
  db: Db,
  workers: Workers,
  object: CompanyObject,
  window: AnalysedWindow,
  { ids, changed, removedIds }: WrittenTrips,
): Promise<void> => {
  const { objectId } = object;
  const rows: (Manoeuvre & { tripId: number })[] = [];
  const watchedByTrip = new Map<number, WatchedParts>();
  for (const [n, segment] of window.segments.entries()) {
    const trips = window.trips.filter(trip => trip.segment === n && changed.has(trip));
    if (trips.length === 0) continue;
    const addDrives = ({ manoeuvres, watched }: Drives): void =>
      trips.forEach((trip, k) => {
        const tripId = ids.get(trip)!;
        watchedByTrip.set(tripId, watched[k]!);
        rows.push(...manoeuvres[k]!.map(manoeuvre => ({ ...manoeuvre, tripId })));
      });
    // If the fixes of a segment changed, all its trips changed. So `drives` has a result for each of these trips.
    if (segment.drives) {
      addDrives(segment.drives);
      continue;
    }
    const track = segment.track!;
    const curves = await readCurves(db, objectId, spanOf(trips));
    // Each segment starts with the orientations that the one before it has stored.
    const knownOrientations = curves.length > 0 ? await readOrientations(db, objectId) : [];
    const drives = await analyseTrack(workers, { track, trips, curves, knownOrientations });
    if (drives.orientations.length > 0)
      await replaceOrientations(db, object, track, drives.orientations, knownOrientations);
    if (curves.length > 0) await replaceAxesFaults(db, object, track, drives.axesFaults);
    addDrives(drives);
  }
  const changedIds = Array.from(changed, trip => ids.get(trip)!);
  await replaceManoeuvres(db, objectId, [...removedIds, ...changedIds], rows);
  if (watchedByTrip.size > 0) await storeWatchedParts(db, objectId, watchedByTrip);
};

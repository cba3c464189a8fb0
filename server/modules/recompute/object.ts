import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type Author, inTransaction } from '../../db/change.ts';
import { outageFault } from '../../db/outage.ts';
import type { Tx } from '../../transaction.ts';
import { lockObject, recutTrips } from '../ingest/service.ts';
import { updateFigures } from '../statistics/service.ts';
import { findVoucherId } from '../telemetry/service.ts';

type RecomputeContext = Pick<Context, 'db' | 'workers'>;

export interface TripKey {
  readonly tripId: number;
  readonly objectId: string;
}

/** An object and the time range whose trips are recomputed. */
export interface ObjectSpan {
  readonly objectId: string;
  readonly fromAt: string;
  readonly toAt: string;
}

/**
 * SQL condition over `trip`: the trip must be recomputed. It was cut by an outdated engine, or before conditions or
 * manoeuvres were stored with trips.
 */
const mustRecompute = sql`(night_ms is null or watched_by is null or outdated)`;

const hasTrack = (objectId: string) => sql`exists (select from position_block block where block.object_id = ${objectId}
  and block.start_at between trip.start_at - interval '1 day' and trip.end_at and block.end_at >= trip.start_at)`;

/** Waits long for locks, because this work runs in the background and may have to wait for a slow message. */
const setLockTimeout = sql`set local lock_timeout = '30s'`;

/**
 * Runs `work` with the object locked, under its present voucher. Messages of the device wait at most 3 s for the lock
 * and are then refused, so `work` must be short.
 */
const withLockedObject = (
  { db }: RecomputeContext,
  author: Author,
  objectId: string,
  work: (tx: Tx, lockedObject: { companyId: number; objectId: string; voucherId: number }) => Promise<void>,
): Promise<void> =>
  inTransaction(db, author, async tx => {
    await setLockTimeout.execute(tx.db);
    await lockObject(tx, objectId);
    const { companyId } = author;
    const voucherId = await findVoucherId(tx.db, companyId, objectId);
    // The object belongs to no voucher if an undone import removed it.
    if (voucherId !== undefined) await work(tx, { companyId, objectId, voucherId });
  });

/**
 * Recomputes one trip, unless late data or another process has recomputed the trip meanwhile. A trip without stored
 * fixes keeps its values and is counted with them.
 */
export const recomputeTrip = (
  context: RecomputeContext,
  author: Author,
  { objectId, tripId }: TripKey,
): Promise<void> =>
  withLockedObject(context, author, objectId, async (tx, lockedObject) => {
    const { rows } = await sql<{ fromMs: number; toMs: number; hasTrack: boolean }>`
      select (extract(epoch from start_at) * 1000)::bigint as "fromMs",
        (extract(epoch from end_at) * 1000)::bigint as "toMs", ${hasTrack(objectId)} as "hasTrack"
      from trip where object_id = ${objectId} and id = ${tripId} and ${mustRecompute}`.execute(tx.db);
    const [trip] = rows;
    if (!trip) return;
    if (trip.hasTrack) await recutTrips(tx.db, context.workers, lockedObject, [trip]);
    else await updateFigures(tx.db, lockedObject, { fromMs: trip.fromMs, beforeMs: trip.fromMs + 1 });
    await sql`update trip set outdated = false where object_id = ${objectId} and id = ${tripId}`.execute(tx.db);
  });

/** Maximum number of trips that one transaction reads and adds up. Such a transaction takes tens of milliseconds. */
const maxTripsPerPiece = 200;

/** Divides a time range into parts with at most this many trips. Each part ends where the next part begins. */
const splitTimeRange = async ({ db }: Pick<Context, 'db'>, { objectId, fromAt, toAt }: ObjectSpan) => {
  const { rows } = await sql<{ fromMs: number }>`
    select (extract(epoch from min(start_at)) * 1000)::bigint as "fromMs"
    from (select start_at, (row_number() over (order by start_at) - 1) / ${maxTripsPerPiece}::integer as piece from trip
      where object_id = ${objectId} and start_at >= ${fromAt} and start_at < ${toAt}) ordered
    group by piece order by piece offset 1`.execute(db);
  const startsMs = [Date.parse(fromAt), ...rows.map(row => row.fromMs)];
  const endMs = Math.max(Date.parse(toAt), Date.parse(fromAt) + 1);
  return startsMs.map((fromMs, index) => ({ fromMs, beforeMs: startsMs[index + 1] ?? endMs }));
};

/**
 * Cuts the outdated trips of an object again, each in a transaction of its own, then updates the object's figures. So
 * finished work is not lost, and messages of the device are stored in between.
 * `onProgress` is called before each trip with the number of trips cut so far. A trip that cannot be cut does not stop
 * the others. It keeps its figures, stays outdated, and is passed to `onFailed`.
 */
export const recomputeObject = async (
  context: RecomputeContext,
  author: Author,
  span: ObjectSpan,
  {
    onProgress,
    onFailed,
  }: { onProgress: (cutCount: number) => void; onFailed: (error: unknown, trip: TripKey) => void },
): Promise<void> => {
  const { objectId, fromAt, toAt } = span;
  const { rows } = await sql<TripKey>`select id as "tripId", object_id as "objectId" from trip
    where object_id = ${objectId} and start_at >= ${fromAt} and start_at < ${toAt} and ${mustRecompute} and ${hasTrack(objectId)}
    order by start_at`.execute(context.db);
  const failedTripIds: number[] = [];
  for (const [cutCount, trip] of rows.entries()) {
    onProgress(cutCount);
    await recomputeTrip(context, author, trip).catch((error: unknown) => {
      // If the database of the trips fails, no trip can be cut. The error then ends the job's attempt, so that the job
      // is retried.
      if (outageFault(error)) throw error;
      failedTripIds.push(trip.tripId);
      onFailed(error, trip);
    });
  }
  for (const { fromMs, beforeMs } of await splitTimeRange(context, span)) {
    onProgress(rows.length);
    await withLockedObject(context, author, objectId, async (tx, lockedObject) => {
      await updateFigures(tx.db, lockedObject, { fromMs, beforeMs });
      await sql`update trip set outdated = false where object_id = ${objectId} and outdated and not id = any(${failedTripIds}::bigint[])
        and start_at >= ${new Date(fromMs)} and start_at < ${new Date(beforeMs)}`.execute(tx.db);
    });
  }
};

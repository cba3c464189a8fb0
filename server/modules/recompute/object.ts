import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { tryAdvisoryLock } from '../../db/advisoryLock.ts';
import { type Author, inTransaction } from '../../db/change.ts';
import { outageFault } from '../../db/outage.ts';
import type { Tx } from '../../transaction.ts';
import { lockObject, recutTrips } from '../ingest/service.ts';
import { updateFigures } from '../statistics/service.ts';
import { findVoucherId } from '../telemetry/service.ts';

type RecomputeContext = Pick<Context, 'db' | 'preparedDb' | 'workers' | 'onTripsRecomputed'>;

export interface TripKey {
  readonly tripId: number;
  readonly objectId: string;
}

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

/** Waits long for locks, because this work runs in the background and may have to wait for a slow message. */
const setLockTimeout = sql`set local lock_timeout = '30s'`;

interface LockedObject {
  readonly companyId: number;
  readonly objectId: string;
  readonly voucherId: number;
}

/**
 * Runs `work` with the object locked, under its present voucher. Messages of the device wait at most 3 s for the lock
 * and are then refused, so `work` must be short.
 * `waits` false: does nothing if another transaction has the object. Returns undefined if `work` did not run.
 */
const withLockedObject = <T>(
  { preparedDb }: Pick<RecomputeContext, 'preparedDb'>,
  author: Author,
  objectId: string,
  work: (tx: Tx, lockedObject: LockedObject) => Promise<T>,
  { waits = true } = {},
): Promise<T | undefined> =>
  inTransaction(preparedDb, author, async tx => {
    await setLockTimeout.execute(tx.db);
    if (waits) await lockObject(tx, objectId);
    else if (!(await tryAdvisoryLock(tx.db, `object:${objectId}`))) return undefined;
    const { companyId } = author;
    const voucherId = await findVoucherId(tx.db, companyId, objectId);
    // The object belongs to no voucher if an undone import removed it.
    return voucherId === undefined ? undefined : work(tx, { companyId, objectId, voucherId });
  });

/** Successive trips of an object that one transaction recomputes. Either all of them have stored fixes, or none. */
interface TripBatch {
  readonly tripIds: readonly number[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Start of the last trip, with microseconds. */
  readonly lastStart: string;
  readonly hasTrack: boolean;
}

interface BatchLimits extends ObjectSpan {
  /** Start of the trip after which the batch begins. */
  readonly afterStart: string | undefined;
  readonly maxTrips: number;
  /** Maximum number of fixes. Samples of acceleration count as the fixes that take as long. The first trip may have more. */
  readonly maxFixes: number;
}

const maxTripsPerBatch = 100;
/** Number of samples of acceleration whose reading takes as long as that of a fix. */
const samplesPerFix = 4;

/**
 * Returns the next trips of an object to recompute. A batch ends before a trip that needs no recomputing, so that no
 * such trip is cut, and between trips with and without stored fixes, because a cut removes trips without fixes.
 */
const readBatch = async (
  db: Tx['db'],
  { objectId, fromAt, toAt, afterStart, maxTrips, maxFixes }: BatchLimits,
): Promise<TripBatch | undefined> => {
  const sinceSql = sql`start_at >= ${fromAt} and start_at < ${toAt}
    ${afterStart === undefined ? sql`` : sql`and start_at > ${afterStart}::timestamptz`}`;
  const { rows } = await sql<{ id: number; fromMs: number; toMs: number; start: string; isDue: boolean }>`
    select id, (extract(epoch from start_at) * 1000)::bigint as "fromMs", (extract(epoch from end_at) * 1000)::bigint as "toMs",
      start_at::text as start, ${mustRecompute} as "isDue"
    from trip where object_id = ${objectId} and ${sinceSql} and start_at >= (
      select min(start_at) from trip where object_id = ${objectId} and ${sinceSql} and ${mustRecompute})
    order by start_at limit ${maxTrips}`.execute(db);
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return undefined;
  const overlapsTripsSql = sql`object_id = ${objectId} and start_at >= ${new Date(first.fromMs)}::timestamptz - interval '1 day'
    and start_at <= ${new Date(last.toMs)} and end_at >= ${new Date(first.fromMs)}`;
  const timesSql = sql`(extract(epoch from start_at) * 1000)::bigint as "fromMs", (extract(epoch from end_at) * 1000)::bigint as "toMs"`;
  const { rows: blocks } = await sql<{ fromMs: number; toMs: number; fixes: number; hasFixes: boolean }>`
    select ${timesSql}, samples as fixes, true as "hasFixes" from position_block where ${overlapsTripsSql}
    union all select ${timesSql}, samples / ${samplesPerFix}::int, false from curve_block
      where ${overlapsTripsSql} and accident_id is null`.execute(db);
  const hasTrack = (trip: (typeof rows)[number]): boolean =>
    blocks.some(({ fromMs, toMs, hasFixes }) => hasFixes && fromMs <= trip.toMs && toMs >= trip.fromMs);
  const countFixesUntil = (endMs: number): number =>
    blocks.reduce((sum, { fromMs, fixes }) => (fromMs <= endMs ? sum + fixes : sum), 0);
  const firstHasTrack = hasTrack(first);
  const endIndex = rows.findIndex(
    (trip, n) => n > 0 && (!trip.isDue || hasTrack(trip) !== firstHasTrack || countFixesUntil(trip.toMs) > maxFixes),
  );
  const trips = endIndex < 0 ? rows : rows.slice(0, endIndex);
  const lastTrip = trips.at(-1)!;
  return {
    tripIds: trips.map(({ id }) => id),
    fromMs: first.fromMs,
    toMs: Math.max(...trips.map(({ toMs }) => toMs)),
    lastStart: lastTrip.start,
    hasTrack: firstHasTrack,
  };
};

/** Recomputes the trips of a batch. Trips without stored fixes keep their values and are counted with them. */
const recomputeBatch = async (
  tx: Tx,
  workers: RecomputeContext['workers'],
  lockedObject: LockedObject,
  { tripIds, fromMs, toMs, hasTrack }: TripBatch,
): Promise<void> => {
  if (hasTrack) await recutTrips(tx.db, workers, lockedObject, [{ fromMs, toMs }]);
  else await updateFigures(tx.db, lockedObject, { fromMs, beforeMs: toMs + 1 });
  await sql`update trip set outdated = false
    where object_id = ${lockedObject.objectId} and outdated and id = any(${tripIds}::bigint[])`.execute(tx.db);
};

/**
 * Number of fixes that one transaction cuts. The larger, the fewer statements a trip takes. The number is halved when a
 * transaction takes long, because messages of the device wait for it.
 */
const maxFixesRange = { least: 10_000, most: 40_000 };
const slowBatchMs = 1200;
const fastBatchMs = 400;
let maxFixes = maxFixesRange.most;

const adjustBatches = (elapsedMs: number): void => {
  if (elapsedMs > slowBatchMs) maxFixes = Math.max(maxFixesRange.least, maxFixes / 2);
  else if (elapsedMs < fastBatchMs) maxFixes = Math.min(maxFixesRange.most, maxFixes * 2);
};

interface RecomputeOptions {
  /** False: leaves the object out while another transaction has it. */
  readonly waits?: boolean;
  /** Called before each transaction with the number of trips recomputed so far. May throw to stop the work. */
  readonly onProgress: (recomputedCount: number) => void;
  /** Called in the transaction that recomputed so many trips. */
  readonly beforeCommit?: (tx: Tx, tripCount: number) => Promise<void>;
  /** Called with a trip that cannot be cut. It keeps its figures and stays outdated. */
  readonly onFailed: (error: unknown, trip: TripKey) => void;
}

/**
 * Recomputes the outdated trips of an object, some in a transaction. So finished work is not lost, messages of the
 * device are stored in between, and another process that does the same finds nothing left to do.
 * A trip that cannot be cut does not stop the others: its batch is recomputed trip by trip.
 */
export const recomputeTrips = async (
  context: RecomputeContext,
  author: Author,
  span: ObjectSpan,
  { waits = true, onProgress, beforeCommit, onFailed }: RecomputeOptions,
): Promise<{ readonly recomputedCount: number }> => {
  const { preparedDb, workers, onTripsRecomputed } = context;
  const { objectId } = span;
  let recomputedCount = 0;
  let afterStart: string | undefined;
  /** Start of the last trip of a batch that failed. Trips up to it are recomputed one at a time. */
  let singleUntil: string | undefined;
  for (;;) {
    onProgress(recomputedCount);
    let batch: TripBatch | undefined;
    const startMs = performance.now();
    const isSingle = singleUntil !== undefined;
    try {
      await withLockedObject(
        { preparedDb },
        author,
        objectId,
        async (tx, lockedObject) => {
          batch = await readBatch(tx.db, { ...span, afterStart, maxTrips: isSingle ? 1 : maxTripsPerBatch, maxFixes });
          if (!batch) return;
          await recomputeBatch(tx, workers, lockedObject, batch);
          await beforeCommit?.(tx, batch.tripIds.length);
        },
        { waits },
      );
    } catch (error) {
      // If the database of the trips fails, no trip can be cut. The error then ends the job's attempt, so that the job
      // is retried.
      if (!batch || outageFault(error)) throw error;
      if (batch.tripIds.length > 1) {
        singleUntil = batch.lastStart;
        continue;
      }
      onFailed(error, { objectId, tripId: batch.tripIds[0]! });
    }
    if (!batch) return { recomputedCount };
    if (!isSingle) adjustBatches(performance.now() - startMs);
    recomputedCount += batch.tripIds.length;
    onTripsRecomputed(batch.tripIds.length);
    afterStart = batch.lastStart;
    if (singleUntil !== undefined && afterStart >= singleUntil) singleUntil = undefined;
  }
};

/** Maximum number of trips that one transaction adds up. Such a transaction takes tens of milliseconds. */
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

/** Recomputes the outdated trips of an object, then the scores of all its trips and its sums. */
export const recomputeObject = async (
  context: RecomputeContext,
  author: Author,
  span: ObjectSpan,
  options: RecomputeOptions,
): Promise<void> => {
  const { recomputedCount } = await recomputeTrips(context, author, span, options);
  for (const window of await splitTimeRange(context, span)) {
    options.onProgress(recomputedCount);
    await withLockedObject(context, author, span.objectId, (tx, lockedObject) =>
      updateFigures(tx.db, lockedObject, window),
    );
  }
};

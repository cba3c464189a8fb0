import { sql, type Transaction } from 'kysely';
import { minuteMs } from '../../../src/schema/kinds/time.ts';
import type { Db as Connections } from '../../db/connect.ts';
import type { Database } from '../../db/types.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { mergeRanges, type TimeRange } from './window.ts';

type Db = Transaction<Database>;

/** A drive with fewer fixes is cut with each message, because that is cheap. */
const longDriveFixes = 600;

/**
 * Time for which changed ranges of a drive wait to be cut, ms for each fix of the drive. Cutting a drive costs time in
 * proportion to its fixes, so a long drive takes the same share of the processor as a short one.
 */
const waitMsPerFix = 30;
const maxWaitMs = 5 * minuteMs;

/**
 * Number of objects above which a transaction leaves their cutting to the dispatcher. The locks of the transaction
 * would otherwise last too long.
 */
const maxObjectsCutAtOnce = 4;

/**
 * Time for which the changed ranges of such an object wait, ms for each object of the transaction: the more messages
 * arrive at once, the more of them one cut must serve.
 */
const waitMsPerObject = 2000;

/** Time after which a message cuts a drive that is due and that no process has cut, ms. */
const overdueMs = minuteMs;

/** Fixes that one recomputation divided into trips. */
export interface CutFixes extends TimeRange {
  readonly fixes: number;
}

interface StoredCut extends CutFixes {
  readonly waiting: readonly TimeRange[];
  /** Time at which the waiting ranges are to be cut, ms since 1970. Infinite: none waits. */
  readonly dueMs: number;
}

const readCuts = async (db: Db, objectIds: readonly string[]): Promise<ReadonlyMap<string, StoredCut>> => {
  if (objectIds.length === 0) return new Map();
  const { rows } = await sql<{
    object_id: string;
    fixes: number;
    from_at: string;
    to_at: string;
    waiting: TimeRange[] | null;
    due_at: string | null;
  }>`
    select object_id, fixes, from_at, to_at, waiting, due_at from trip_cut
    where object_id = any(${[...objectIds]}::text[])`.execute(db);
  return new Map(
    rows.map(row => [
      row.object_id,
      {
        fixes: row.fixes,
        fromMs: Date.parse(row.from_at),
        toMs: Date.parse(row.to_at),
        waiting: row.waiting ?? [],
        dueMs: row.due_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.due_at),
      },
    ]),
  );
};

/** Whether all changed ranges belong to the long drive that was cut last, or to what waits behind it. */
const isWithinDrive = (cut: StoredCut, ranges: readonly TimeRange[]): boolean => {
  const { silenceMs } = defaultSettings;
  const driveFromMs = Math.min(cut.fromMs, ...cut.waiting.map(({ fromMs }) => fromMs)) - silenceMs;
  const driveToMs = Math.max(cut.toMs, ...cut.waiting.map(({ toMs }) => toMs)) + silenceMs;
  return ranges.every(({ fromMs, toMs }) => toMs >= driveFromMs && fromMs <= driveToMs);
};

export interface ChangedFixes {
  readonly ranges: readonly TimeRange[];
  /** Number of new fixes. */
  readonly fixes: number;
  /** True if the ranges must not wait, for example because the ignition was turned off. */
  readonly isUrgent: boolean;
}

export interface DueRanges {
  readonly ranges: readonly TimeRange[];
  /** True if a long drive of the object, or ranges that wait, are stored. */
  readonly isCutStored: boolean;
}

/** Fixes that a transaction stored for an object. */
export interface ChangedObject extends ChangedFixes {
  readonly object: CompanyObject;
}

/**
 * Time, ms, for which the changed ranges of an object wait for further messages. 0: they are cut now. `objects` is the
 * number of objects in the transaction. No message waits for a process that runs jobs and is missing or too slow.
 */
const waitMsOf = (cut: StoredCut | undefined, changed: ChangedObject, now: Date, objects: number): number => {
  const { ranges, fixes, isUrgent } = changed;
  if (ranges.length === 0 || (cut && now.getTime() >= cut.dueMs + overdueMs)) return 0;
  // A message with half as many fixes as its drive does not wait: few such messages can follow.
  const isPartOfLongDrive =
    cut !== undefined &&
    !isUrgent &&
    cut.fixes >= longDriveFixes &&
    fixes * 2 < cut.fixes &&
    isWithinDrive(cut, ranges);
  const longDriveMs = isPartOfLongDrive ? cut.fixes * waitMsPerFix : 0;
  const groupMs = objects > maxObjectsCutAtOnce ? objects * waitMsPerObject : 0;
  return Math.min(maxWaitMs, Math.max(longDriveMs, groupMs));
};

interface WaitingRanges {
  readonly object: CompanyObject;
  readonly ranges: readonly TimeRange[];
  readonly dueAt: Date;
}

const storeWaiting = async (db: Db, waiting: readonly WaitingRanges[]): Promise<void> => {
  if (waiting.length === 0) return;
  await sql`
    insert into trip_cut (object_id, company_id, fixes, from_at, to_at, waiting, due_at)
    select object_id, company_id, 0, to_timestamp(from_ms / 1000), to_timestamp(to_ms / 1000), waiting, due_at
    from unnest(${waiting.map(({ object }) => object.objectId)}::text[],
      ${waiting.map(({ object }) => object.companyId)}::bigint[],
      ${waiting.map(({ ranges }) => Math.min(...ranges.map(({ fromMs }) => fromMs)))}::float8[],
      ${waiting.map(({ ranges }) => Math.max(...ranges.map(({ toMs }) => toMs)))}::float8[],
      ${waiting.map(({ ranges }) => JSON.stringify(ranges))}::jsonb[],
      ${waiting.map(({ dueAt }) => dueAt)}::timestamptz[])
      as new (object_id, company_id, from_ms, to_ms, waiting, due_at)
    on conflict (object_id) do update set waiting = excluded.waiting,
      due_at = least(trip_cut.due_at, excluded.due_at)`.execute(db);
};

/**
 * Returns for each object the time ranges to cut now: the changed ones together with those that wait. Null: they all
 * wait for the dispatcher of cuts.
 */
export const findDueRanges = async (
  db: Db,
  changedObjects: readonly ChangedObject[],
  now: Date,
): Promise<(DueRanges | null)[]> => {
  const cuts = await readCuts(
    db,
    changedObjects.flatMap(({ object, ranges }) => (ranges.length > 0 ? [object.objectId] : [])),
  );
  const waiting: WaitingRanges[] = [];
  const due = changedObjects.map((changed): DueRanges | null => {
    const { object, isUrgent } = changed;
    const cut = cuts.get(object.objectId);
    const ranges = cut ? mergeRanges([...cut.waiting, ...changed.ranges]) : changed.ranges;
    const waitMs = waitMsOf(cut, changed, now, changedObjects.length);
    if (waitMs === 0) return { ranges, isCutStored: cut !== undefined };
    waiting.push({ object, ranges, dueAt: new Date(now.getTime() + (isUrgent ? 0 : waitMs)) });
    return null;
  });
  await storeWaiting(db, waiting);
  return due;
};

/** Returns the time ranges of an object that wait, to cut them now. Null: none waits. */
export const findWaitingRanges = async (db: Db, objectId: string): Promise<DueRanges | null> => {
  const cut = (await readCuts(db, [objectId])).get(objectId);
  return cut && cut.waiting.length > 0 ? { ranges: cut.waiting, isCutStored: true } : null;
};

/** Stores which fixes were cut, if they are many. Nothing of the object waits any longer. */
export const noteCut = async (
  db: Db,
  { companyId, objectId }: CompanyObject,
  { isCutStored }: DueRanges,
  { fixes, fromMs, toMs }: CutFixes,
): Promise<void> => {
  if (fixes >= longDriveFixes)
    await sql`
      insert into trip_cut (object_id, company_id, fixes, from_at, to_at)
      values (${objectId}, ${companyId}, ${fixes}, ${new Date(fromMs)}, ${new Date(toMs)})
      on conflict (object_id) do update set company_id = excluded.company_id, fixes = excluded.fixes,
        from_at = excluded.from_at, to_at = excluded.to_at, waiting = null, due_at = null`.execute(db);
  else if (isCutStored) await sql`delete from trip_cut where object_id = ${objectId}`.execute(db);
};

/** Lets the waiting ranges of an object wait again, because they could not be cut. */
export const postponeCut = async (db: Connections, objectId: string, now: Date): Promise<void> => {
  await sql`update trip_cut set due_at = ${new Date(now.getTime() + maxWaitMs)}
    where object_id = ${objectId} and due_at is not null`.execute(db);
};

export interface WaitingObject {
  readonly companyId: number;
  readonly objectId: string;
}

/** Maximum number of objects that one query returns. */
const maxDueObjects = 100;

/**
 * Returns objects whose waiting ranges are due, the longest due first, except those that were tried. Ranges that would
 * wait far too long are due too, because a clock was set back. The table has only objects with long drives or waiting
 * ranges, so it is read without an index.
 */
export const readDueObjects = async (
  db: Connections,
  now: Date,
  triedObjectIds: readonly string[],
): Promise<WaitingObject[]> => {
  const { rows } = await sql<WaitingObject>`
    select company_id as "companyId", object_id as "objectId" from trip_cut
    where (due_at <= ${now} or due_at > ${new Date(now.getTime() + 2 * maxWaitMs)}) and not object_id = any(${[...triedObjectIds]}::text[]) order by due_at limit ${maxDueObjects}`.execute(
    db,
  );
  return rows;
};

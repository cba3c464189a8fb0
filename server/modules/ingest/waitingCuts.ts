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

/** Time after which a message cuts a drive that is due and that no process has cut, ms. */
const overdueMs = minuteMs;

/** Fixes that were cut together into trips. */
export interface CutFixes extends TimeRange {
  readonly fixes: number;
}

interface StoredCut extends CutFixes {
  readonly waiting: readonly TimeRange[];
  /** Time at which the waiting ranges are to be cut, ms since 1970. Infinite: none waits. */
  readonly dueMs: number;
}

const readCut = async (db: Db, objectId: string): Promise<StoredCut | undefined> => {
  const { rows } = await sql<{
    fixes: number;
    from_at: string;
    to_at: string;
    waiting: TimeRange[] | null;
    due_at: string | null;
  }>`
    select fixes, from_at, to_at, waiting, due_at from trip_cut where object_id = ${objectId}`.execute(db);
  const [row] = rows;
  return (
    row && {
      fixes: row.fixes,
      fromMs: Date.parse(row.from_at),
      toMs: Date.parse(row.to_at),
      waiting: row.waiting ?? [],
      dueMs: row.due_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.due_at),
    }
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

/** Time ranges of an object that are cut now. */
export interface DueRanges {
  readonly ranges: readonly TimeRange[];
  /** True if a long drive of the object is stored. */
  readonly isCutStored: boolean;
}

/**
 * Returns the time ranges of an object to cut now: the changed ones together with those that wait. Null: they all wait
 * for further messages of a long drive. A message that has half as many fixes as the drive does not wait, and no message
 * waits for a process that runs jobs and is missing or too slow.
 */
export const findDueRanges = async (
  db: Db,
  { objectId }: CompanyObject,
  { ranges, fixes, isUrgent }: ChangedFixes,
  now: Date,
): Promise<DueRanges | null> => {
  const cut = ranges.length > 0 ? await readCut(db, objectId) : undefined;
  if (!cut) return { ranges, isCutStored: false };
  const allRanges = mergeRanges([...cut.waiting, ...ranges]);
  const mustNotWait = isUrgent || now.getTime() >= cut.dueMs + overdueMs;
  if (mustNotWait || cut.fixes < longDriveFixes || fixes * 2 >= cut.fixes || !isWithinDrive(cut, ranges))
    return { ranges: allRanges, isCutStored: true };
  const dueAt = new Date(now.getTime() + Math.min(maxWaitMs, cut.fixes * waitMsPerFix));
  await sql`update trip_cut set waiting = ${JSON.stringify(allRanges)}::jsonb, due_at = least(due_at, ${dueAt})
    where object_id = ${objectId}`.execute(db);
  return null;
};

/** Returns the time ranges of an object that wait, to cut them now. Null: none waits. */
export const findWaitingRanges = async (db: Db, objectId: string): Promise<DueRanges | null> => {
  const cut = await readCut(db, objectId);
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
 * wait far too long are due too, because a clock was set back. The table has only objects with long drives, so it is
 * read without an index.
 */
export const readDueObjects = async (
  db: Connections,
  now: Date,
  triedObjectIds: readonly string[],
): Promise<readonly WaitingObject[]> => {
  const { rows } = await sql<WaitingObject>`
    select company_id as "companyId", object_id as "objectId" from trip_cut
    where (due_at <= ${now} or due_at > ${new Date(now.getTime() + 2 * maxWaitMs)}) and not object_id = any(${[...triedObjectIds]}::text[]) order by due_at limit ${maxDueObjects}`.execute(
    db,
  );
  return rows;
};

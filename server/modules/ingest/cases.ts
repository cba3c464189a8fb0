import { type RawBuilder, sql } from 'kysely';
import type { AccidentKind } from '../../../src/contract/states.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { type CreatedAccident, moveAccidentBack, openAlarmedAccident } from '../accidents/service.ts';
import { readCrashBlock, readFixes } from '../telemetry/service.ts';
import { storeCurve } from './blocks.ts';
import type { PreparedCurve } from './preparing.ts';

/** Alarms within this time are the same alarm, ms, because an event and its position differ by seconds. */
const sameAlarmMs = 60_000;
/** Longest time that an alarm counts as still raised, ms, if no position in between lacks the alarm. */
export const raisedGapMs = 600_000;
/** Positions within this time of an alarm belong to the alarm, ms. */
const ofAlarmMs = 30_000;

interface Raised {
  readonly companyId: number;
  readonly objectId: string;
  readonly kind: AccidentKind;
  readonly atMs: number;
  /** Recording of the impact. A curve without samples gives the moment alone. */
  readonly curve: PreparedCurve;
}

interface NearCase {
  readonly id: number;
  readonly number: number;
  readonly crash_at: string;
  readonly until: string;
}

const gapOf = ({ crash_at, until }: NearCase, atMs: number): { readonly fromMs: number; readonly toMs: number } => {
  const [startMs, endMs] = [Date.parse(crash_at), Date.parse(until)];
  if (atMs < startMs) return { fromMs: atMs, toMs: startMs };
  return { fromMs: Math.min(endMs, atMs), toMs: atMs };
};

/** Whether no position is stored between two mentions of the alarm. Such a position would show the alarm cleared. */
const stayedRaised = async (
  reader: Parameters<typeof readFixes>[0],
  objectId: string,
  fromMs: number,
  toMs: number,
): Promise<boolean> => {
  const track = await readFixes(reader, objectId, fromMs + ofAlarmMs, toMs - ofAlarmMs + 1);
  return track.timeMs.length === 0;
};

/** Cases with the same alarm at this moment, the nearest first. */
const nearestCases = async (
  { db }: Tx,
  workers: Workers,
  { companyId, objectId, kind, atMs }: Omit<Raised, 'curve'>,
  among: RawBuilder<unknown>,
): Promise<NearCase[]> => {
  const { rows } = await sql<NearCase>`
    select id, crash_unique_identifier as number, crash_at, coalesce(alarm_until, crash_at) as until
    from accident
    where company_id = ${companyId} and object_id = ${objectId} and source = 'device' and kind = ${kind}
      and crash_at < ${new Date(atMs + raisedGapMs)} and coalesce(alarm_until, crash_at) > ${new Date(atMs - raisedGapMs)}
      and ${among}`.execute(db);
  const near = rows
    .map(found => ({ found, ...gapOf(found, atMs) }))
    .sort((a, b) => a.toMs - a.fromMs - (b.toMs - b.fromMs) || a.found.id - b.found.id);
  const same: NearCase[] = [];
  for (const { found, fromMs, toMs } of near)
    if (toMs - fromMs < sameAlarmMs || (await stayedRaised({ db, workers }, objectId, fromMs, toMs))) same.push(found);
  return same;
};

/** Whether the case has a recording. The time of a recorded case comes from its recording. */
export const isMeasured = async ({ db }: Tx, objectId: string, id: number): Promise<boolean> =>
  ((await readCrashBlock(db, objectId, id))?.samples ?? 0) > 0;

const replaceCurve = async ({ db }: Tx, objectId: string, id: number, curve: PreparedCurve): Promise<void> => {
  await sql`delete from curve_block where object_id = ${objectId} and accident_id = ${id}`.execute(db);
  await storeCurve(db, objectId, curve, id);
};

/**
 * Finds the case that an alarm without a recording belongs to, because a continuous alarm makes only one case. The
 * function takes the nearest case of the alarm's kind. The gap is below 60 s. The gap may be almost 10 minutes if no
 * position in between lacks the alarm. Later alarms extend the case and earlier ones move it back, in any order of
 * arrival. Returns undefined if the alarm needs a new case. The caller has locked the object.
 */
export const joinCase = async (tx: Tx, workers: Workers, raised: Raised): Promise<CreatedAccident | undefined> => {
  const { companyId, objectId, atMs, curve } = raised;
  // A case that a person has moved to the mini-losses must not swallow a new alarm.
  const [found] = await nearestCases(
    tx,
    workers,
    raised,
    sql`(alarm_until is not null or status <> 'notvalid' or finished_at is null)`,
  );
  if (!found) return undefined;
  const key = { companyId, id: found.id };
  const at = new Date(atMs);
  await openAlarmedAccident(tx, key);
  await sql`update accident set alarm_until = greatest(coalesce(alarm_until, crash_at), ${at})
    where company_id = ${companyId} and id = ${found.id}`.execute(tx.db);
  if (at.toISOString() < found.crash_at && !(await isMeasured(tx, objectId, found.id))) {
    await moveAccidentBack(tx, key, at);
    await replaceCurve(tx, objectId, found.id, curve);
  }
  return { id: found.id, crashUniqueIdentifier: found.number, objectId };
};

/**
 * Finds the case that was made by the alarm of an impact, before the recording of the impact came. A case that a person
 * has decided is left out: it was decided without the recording.
 */
export const caseOfAlarm = async (
  tx: Tx,
  workers: Workers,
  impact: Omit<Raised, 'curve'>,
): Promise<(CreatedAccident & { readonly storeRecording: (curve: PreparedCurve) => Promise<void> }) | undefined> => {
  const { objectId } = impact;
  const near = await nearestCases(tx, workers, impact, sql`alarm_until is not null and finished_at is null`);
  for (const { id, number } of near) {
    if (await isMeasured(tx, objectId, id)) continue;
    const storeRecording = (curve: PreparedCurve) => replaceCurve(tx, objectId, id, curve);
    return { id, crashUniqueIdentifier: number, objectId, storeRecording };
  }
  return undefined;
};

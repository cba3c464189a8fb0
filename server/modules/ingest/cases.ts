import { type RawBuilder, sql } from 'kysely';
import type { AccidentKind } from '../../../src/contract/states.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { type CreatedAccident, markRepeat, moveAccidentBack, openAlarmedAccident } from '../accidents/service.ts';
import { readCrashBlock, readFixes } from '../telemetry/service.ts';
import { storeCurve } from './blocks.ts';
import type { PreparedCurve } from './preparing.ts';

/** Alarms within this time are the same alarm, ms, because an event and its position differ by seconds. */
export const sameAlarmMs = 60_000;
/** Longest time that an alarm counts as still raised, ms, if no position in between lacks the alarm. */
export const raisedGapMs = 600_000;
/** Positions within this time of an alarm belong to the alarm, ms. */
const alarmToleranceMs = 30_000;

interface AlarmPeriod {
  readonly companyId: number;
  readonly objectId: string;
  readonly kind: AccidentKind;
  readonly fromMs: number;
  readonly toMs: number;
  /** Recording of the impact. A curve without samples gives only the moment of the alarm. */
  readonly curve: PreparedCurve;
}

interface NearCase {
  readonly id: number;
  readonly number: number;
  readonly crash_at: string;
  readonly until: string;
  readonly decided: boolean;
}

type Period = Pick<AlarmPeriod, 'fromMs' | 'toMs'>;

/** Returns the time range between a case and an alarm. The range is empty if their periods overlap. */
const gapOf = ({ crash_at, until }: NearCase, { fromMs, toMs }: Period): Period => {
  const [startMs, endMs] = [Date.parse(crash_at), Date.parse(until)];
  if (toMs < startMs) return { fromMs: toMs, toMs: startMs };
  return { fromMs: Math.min(endMs, fromMs), toMs: fromMs };
};

/**
 * Whether no position is stored between two reports of an alarm. A position in between would show that the alarm had
 * ended.
 */
const stayedRaised = async (
  reader: Parameters<typeof readFixes>[0],
  objectId: string,
  fromMs: number,
  toMs: number,
): Promise<boolean> => {
  const track = await readFixes(reader, objectId, fromMs + alarmToleranceMs, toMs - alarmToleranceMs + 1);
  return track.timeMs.length === 0;
};

/** Finds cases of the same kind of alarm in or near this period, the nearest first. */
const findNearestCases = async (
  { db }: Tx,
  workers: Workers,
  { companyId, objectId, kind, ...period }: Omit<AlarmPeriod, 'curve'>,
  condition: RawBuilder<unknown>,
): Promise<NearCase[]> => {
  const { rows } = await sql<NearCase>`
    select id, crash_unique_identifier as number, crash_at, coalesce(alarm_until, crash_at) as until,
      finished_at is not null as decided
    from accident
    where company_id = ${companyId} and object_id = ${objectId} and source = 'device' and kind = ${kind}
      and crash_at < ${new Date(period.toMs + raisedGapMs)}
      and coalesce(alarm_until, crash_at) > ${new Date(period.fromMs - raisedGapMs)}
      and ${condition}`.execute(db);
  const candidates = rows
    .map(nearCase => ({ nearCase, ...gapOf(nearCase, period) }))
    .sort((a, b) => a.toMs - a.fromMs - (b.toMs - b.fromMs) || a.nearCase.id - b.nearCase.id);
  const sameAlarmCases: NearCase[] = [];
  for (const { nearCase, fromMs, toMs } of candidates)
    if (toMs - fromMs < sameAlarmMs || (await stayedRaised({ db, workers }, objectId, fromMs, toMs)))
      sameAlarmCases.push(nearCase);
  return sameAlarmCases;
};

/** Whether the case has a recording with samples. If so, the time of the case comes from the recording. */
export const hasRecording = async ({ db }: Tx, objectId: string, id: number): Promise<boolean> =>
  ((await readCrashBlock(db, objectId, id))?.samples ?? 0) > 0;

const replaceCurve = async ({ db }: Tx, objectId: string, id: number, curve: PreparedCurve): Promise<void> => {
  await sql`delete from curve_block where object_id = ${objectId} and accident_id = ${id}`.execute(db);
  await storeCurve(db, objectId, curve, id);
};

/**
 * Marks undecided cases as repeats of another case, after a late alarm has shown that one alarm raised all of them.
 * A case with a recording is not marked, because it is an impact of its own.
 */
const markRepeats = async (tx: Tx, { companyId, objectId }: AlarmPeriod, cases: readonly NearCase[]): Promise<void> => {
  const repeats: NearCase[] = [];
  for (const each of cases) if (!each.decided && !(await hasRecording(tx, objectId, each.id))) repeats.push(each);
  repeats.sort((a, b) => a.id - b.id);
  const original = cases.find(each => !repeats.includes(each)) ?? repeats.shift();
  for (const { id } of repeats) await markRepeat(tx, { companyId, id }, original!.id);
};

/**
 * Finds the case that an alarm without a recording belongs to, because a continuous alarm makes only one case. The
 * function takes the nearest case of the alarm's kind, less than `sameAlarmMs` away. It may be almost `raisedGapMs`
 * away if no position in between lacks the alarm. A later alarm extends the case, and an earlier alarm moves its
 * beginning back, in any order of arrival. Returns undefined if the alarm needs a new case. The caller has locked the
 * object.
 */
export const joinCase = async (tx: Tx, workers: Workers, alarm: AlarmPeriod): Promise<CreatedAccident | undefined> => {
  const { companyId, objectId, fromMs, toMs, curve } = alarm;
  // A case that a person has moved to the mini-losses must not absorb a new alarm.
  const cases = await findNearestCases(
    tx,
    workers,
    alarm,
    sql`(alarm_until is not null or status <> 'notvalid' or finished_at is null)`,
  );
  const [nearest] = cases;
  if (!nearest) return undefined;
  const accidentKey = { companyId, id: nearest.id };
  const startAt = new Date(fromMs);
  await openAlarmedAccident(tx, accidentKey);
  await sql`update accident set alarm_until = greatest(coalesce(alarm_until, crash_at), ${new Date(toMs)})
    where company_id = ${companyId} and id = ${nearest.id}`.execute(tx.db);
  if (startAt.toISOString() < nearest.crash_at && !(await hasRecording(tx, objectId, nearest.id))) {
    await moveAccidentBack(tx, accidentKey, startAt);
    await replaceCurve(tx, objectId, nearest.id, curve);
  }
  if (cases.length > 1) await markRepeats(tx, alarm, cases);
  return { id: nearest.id, crashUniqueIdentifier: nearest.number, objectId };
};

interface AlarmCases {
  /** Case of the alarm that no person has decided and that still waits for the impact's recording. Undefined: none. */
  readonly undecided?: CreatedAccident & { readonly storeRecording: (curve: PreparedCurve) => Promise<void> };
  /** Id of a case of the alarm that a person decided before the recording came. Null: none. */
  readonly decidedId: number | null;
}

/** Finds the cases that were made by the alarm of an impact, before the recording of the impact came. */
export const findCasesOfAlarm = async (
  tx: Tx,
  workers: Workers,
  impact: Omit<AlarmPeriod, 'curve'>,
): Promise<AlarmCases> => {
  const { objectId } = impact;
  const cases = await findNearestCases(tx, workers, impact, sql`alarm_until is not null`);
  let decidedId: number | null = null;
  for (const { id, number, decided } of cases) {
    if (await hasRecording(tx, objectId, id)) continue;
    if (decided) {
      decidedId ??= id;
      continue;
    }
    const storeRecording = (curve: PreparedCurve) => replaceCurve(tx, objectId, id, curve);
    return { undecided: { id, crashUniqueIdentifier: number, objectId, storeRecording }, decidedId };
  }
  return { decidedId };
};

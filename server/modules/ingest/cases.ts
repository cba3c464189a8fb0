import { type RawBuilder, sql } from 'kysely';
import type { AccidentKind } from '../../../src/contract/states.ts';
import { distanceM } from '../../domain/geo.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { type CreatedAccident, markRepeat, moveAccidentBack, openAlarmedAccident } from '../accidents/service.ts';
import { readCrashBlock, readFixes } from '../telemetry/service.ts';
import { storeCurve } from './blocks.ts';
import type { PreparedCurve, PreparedImpact } from './preparing.ts';

/** Alarms within this time are the same alarm, ms, because an event and its position differ by seconds. */
export const sameAlarmMs = 60_000;
/** Longest time that an alarm counts as still raised, ms, if no position in between lacks the alarm. */
export const raisedGapMs = 600_000;
/**
 * Longest time that an alarm of a standing car counts as still raised, ms. A sleeping device repeats a raised alarm with its hourly message, and
 * two of these messages may be lost.
 */
const standingGapMs = 3 * 3_600_000 + raisedGapMs;
/** A car has not moved within this distance, m. A crashed car slides, and receivers in garages are imprecise. */
const standingDistanceM = 300;
/** Highest speed of an alarm that counts as standing, km/h. */
const standingSpeedKmh = 5;
/** Positions within this time of an alarm belong to the alarm, ms. */
const alarmToleranceMs = 30_000;

interface AlarmPeriod {
  readonly companyId: number;
  readonly objectId: string;
  readonly kind: AccidentKind;
  readonly fromMs: number;
  readonly toMs: number;
  readonly position: PreparedImpact['position'];
  readonly speedKmh: number | null;
  /** Recording of the impact. A curve without samples gives only the moment of the alarm. */
  readonly curve: PreparedCurve;
}
type ImpactPeriod = Pick<AlarmPeriod, 'companyId' | 'objectId' | 'kind' | 'fromMs' | 'toMs'>;

interface NearCase {
  readonly id: number;
  readonly number: number;
  readonly crash_at: string;
  readonly until: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
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

/** Finds cases of the same kind of alarm in this period or less than `gapMs` away, the nearest first. */
const findNearestCases = async (
  { db }: Tx,
  workers: Workers,
  { companyId, objectId, kind, ...period }: ImpactPeriod,
  condition: RawBuilder<unknown>,
  gapMs = raisedGapMs,
): Promise<NearCase[]> => {
  const { rows } = await sql<NearCase>`
    select id, crash_unique_identifier as number, crash_at, coalesce(alarm_until, crash_at) as until,
      latitude, longitude, finished_at is not null as decided
    from accident
    where company_id = ${companyId} and object_id = ${objectId} and source = 'device' and kind = ${kind}
      and crash_at < ${new Date(period.toMs + gapMs)}
      and coalesce(alarm_until, crash_at) > ${new Date(period.fromMs - gapMs)}
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

const isNearPosition = (place: NonNullable<AlarmPeriod['position']>, { latitude, longitude }: NearCase): boolean =>
  latitude === null ||
  longitude === null ||
  distanceM(place.latitude, place.longitude, latitude, longitude) <= standingDistanceM;

/** Returns the known positions of a car that stands during an alarm. Undefined if the car moves. */
const readStandingPositions = async (
  { db }: Tx,
  workers: Workers,
  { objectId, fromMs, toMs, position, speedKmh }: AlarmPeriod,
): Promise<readonly NonNullable<AlarmPeriod['position']>[] | undefined> => {
  const reader = { db, workers };
  const track = await readFixes(reader, objectId, fromMs - alarmToleranceMs, toMs + alarmToleranceMs + 1);
  if ([speedKmh ?? 0, ...track.speedKmh].some(each => each > standingSpeedKmh)) return undefined;
  const places = Array.from(track.latitude, (latitude, at) => ({ latitude, longitude: track.longitude[at]! }));
  return position ? [position, ...places] : places;
};

const joinableCase = sql`(alarm_until is not null or status <> 'notvalid' or finished_at is null)`;

/**
 * Finds the cases that an alarm belongs to. An alarm that stays raised is one case, however rarely the device repeats
 * it: an operator calls the client once, and not every hour. A new impact must not be lost. So an alarm after more than
 * `raisedGapMs` joins a case only if the car stands where the case is and the case is undecided. A decided case takes
 * in no later alarm, because operators do not look at decided cases again.
 */
const findRaisedCases = async (tx: Tx, workers: Workers, alarm: AlarmPeriod): Promise<NearCase[]> => {
  // A case that a person has moved to the mini-losses must not absorb a new alarm.
  const cases = await findNearestCases(tx, workers, alarm, joinableCase);
  if (cases.length > 0) return cases;
  const places = await readStandingPositions(tx, workers, alarm);
  if (!places) return [];
  const undecidedCases = await findNearestCases(tx, workers, alarm, sql`finished_at is null`, standingGapMs);
  return undecidedCases.filter(nearCase => places.every(place => isNearPosition(place, nearCase)));
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
 * away if no position in between lacks the alarm, and hours if the car stands (`findRaisedCases`). A later alarm
 * extends the case, and an earlier alarm moves its beginning back, in any order of arrival. Returns undefined if the
 * alarm needs a new case. The caller has locked the object.
 */
export const joinCase = async (tx: Tx, workers: Workers, alarm: AlarmPeriod): Promise<CreatedAccident | undefined> => {
  const { companyId, objectId, fromMs, toMs, curve } = alarm;
  const cases = await findRaisedCases(tx, workers, alarm);
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
export const findCasesOfAlarm = async (tx: Tx, workers: Workers, impact: ImpactPeriod): Promise<AlarmCases> => {
  const { objectId } = impact;
  const cases = await findNearestCases(tx, workers, impact, sql`alarm_until is not null`);
  let decidedId: number | null = null;
  for (const { id, number, crash_at, decided } of cases) {
    if (await hasRecording(tx, objectId, id)) continue;
    // A recording long after the alarm began is a new impact of a car whose alarm is still raised.
    if (impact.fromMs - Date.parse(crash_at) >= raisedGapMs) continue;
    if (decided) {
      decidedId ??= id;
      continue;
    }
    const storeRecording = (curve: PreparedCurve) => replaceCurve(tx, objectId, id, curve);
    return { undecided: { id, crashUniqueIdentifier: number, objectId, storeRecording }, decidedId };
  }
  return { decidedId };
};

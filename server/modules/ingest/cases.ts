import { sql } from 'kysely';
import type { AccidentKind } from '../../../src/contract/states.ts';
import type { Tx } from '../../context.ts';
import { type CreatedAccident, moveAccidentBack } from '../accidents/service.ts';
import { readFixes } from '../telemetry/service.ts';
import { storeCurve } from './blocks.ts';
import type { PreparedCurve } from './preparing.ts';

/** An alarm that comes again within this time is the one before: an event and its position differ by seconds. */
const sameAlarmMs = 60_000;
/** Without a position in between that shows it cleared, an alarm counts as still raised for up to so long. */
export const raisedGapMs = 600_000;
/** Positions so near to an alarm belong to it. */
const ofAlarmMs = 30_000;

interface Raised {
  readonly companyId: number;
  readonly objectId: string;
  readonly kind: AccidentKind;
  readonly atMs: number;
  /** Of no samples: it stands for the moment. */
  readonly curve: PreparedCurve;
}

interface OpenCase {
  readonly id: number;
  readonly number: number;
  readonly crash_at: string;
  readonly until: string;
  /** True if the case has a recording. The recording then determines the time of the case. */
  readonly measured: boolean;
}

const gapOf = ({ crash_at, until }: OpenCase, atMs: number): { readonly fromMs: number; readonly toMs: number } => {
  const [startMs, endMs] = [Date.parse(crash_at), Date.parse(until)];
  if (atMs < startMs) return { fromMs: atMs, toMs: startMs };
  return { fromMs: Math.min(endMs, atMs), toMs: atMs };
};

/** No stored position between two mentions of the alarm: it was not seen cleared. */
const stayedRaised = async (db: Tx['db'], objectId: string, fromMs: number, toMs: number): Promise<boolean> => {
  const track = await readFixes(db, objectId, fromMs + ofAlarmMs, toMs - ofAlarmMs + 1);
  return track.timeMs.length === 0;
};

/**
 * Finds the case that an alarm without a recording belongs to, because a continuous alarm makes only one case. The
 * function takes the nearest case of the alarm's kind. The gap is below 60 s. The gap may be almost 10 minutes if no
 * position in between lacks the alarm. Later alarms extend the case and earlier ones move it back, in any order of
 * arrival. Returns undefined if the alarm needs a new case. The caller has locked the object.
 */
export const joinCase = async (
  tx: Tx,
  { companyId, objectId, kind, atMs, curve }: Raised,
): Promise<CreatedAccident | undefined> => {
  const { rows } = await sql<OpenCase>`
    select id, crash_unique_identifier as number, crash_at, coalesce(alarm_until, crash_at) as until,
      maximum_acceleration_g is not null as measured
    from accident
    where company_id = ${companyId} and object_id = ${objectId} and source = 'device' and kind = ${kind}
      and crash_at < ${new Date(atMs + raisedGapMs)} and coalesce(alarm_until, crash_at) > ${new Date(atMs - raisedGapMs)}
      -- What was too weak to be a crash by its recording must not hide an alarm.
      and (alarm_until is not null or status <> 'notvalid')`.execute(tx.db);
  const near = rows
    .map(found => ({ found, ...gapOf(found, atMs) }))
    .sort((a, b) => a.toMs - a.fromMs - (b.toMs - b.fromMs) || a.found.id - b.found.id);
  for (const { found, fromMs, toMs } of near) {
    if (toMs - fromMs >= sameAlarmMs && !(await stayedRaised(tx.db, objectId, fromMs, toMs))) continue;
    const at = new Date(atMs);
    await sql`update accident set alarm_until = greatest(coalesce(alarm_until, crash_at), ${at})
      where company_id = ${companyId} and id = ${found.id}`.execute(tx.db);
    if (at.toISOString() < found.crash_at && !found.measured) {
      await moveAccidentBack(tx, { companyId, id: found.id }, at);
      await sql`delete from curve_block where object_id = ${objectId} and accident_id = ${found.id}`.execute(tx.db);
      await storeCurve(tx.db, objectId, curve, found.id);
    }
    return { id: found.id, crashUniqueIdentifier: found.number, objectId };
  }
  return undefined;
};

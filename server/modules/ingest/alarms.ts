import { sql } from 'kysely';
import { type AlarmKind, notifiedAlarms } from '../../../src/contract/alarms.ts';
import { manoeuvreKinds } from '../../../src/contract/scoring.ts';
import { notifyCompany } from '../../engine/notifications/service.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { recordFaults, refreshStatus } from './anomalies.ts';
import type { StatisticAnswer } from './answers.ts';
import { raisedGapMs, sameAlarmMs } from './cases.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { storeImpact } from './impacts.ts';
import { impactOfAlarm, type PreparedAlarm, type PreparedMessage } from './preparing.ts';

const isStoredKind = (kind: AlarmKind): boolean => [...manoeuvreKinds, ...notifiedAlarms].some(each => each === kind);
const isNotifiedKind = (kind: AlarmKind): boolean => notifiedAlarms.some(each => each === kind);

/** Maximum number of notifications that one message causes, so that a backlog of alarms does not flood the users. */
const maxNotifications = 10;

/** Whether the same alarm of the object is already stored within `raisedGapMs` before or after this alarm. */
const wasRaisedNearby = async (
  db: Tx['db'],
  objectId: string,
  { kind, code, atMs }: PreparedAlarm,
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from device_alarm where object_id = ${objectId} and kind = ${kind} and code = ${code}
      and at > ${new Date(atMs - raisedGapMs)} and at < ${new Date(atMs + raisedGapMs)} limit 1`.execute(db);
  return rows.length > 0;
};

/** Notifies all users of the company about an alarm, or about an event of a car that is as urgent as an alarm. */
export const notifyAboutAlarm = async (
  tx: Tx,
  { companyId, voucherId }: CompanyObject,
  { kind, code, atMs }: { readonly kind: string; readonly code: string; readonly atMs: number },
) => {
  const { rows } = await sql<{ number: string; reg_number: string; client_name: string }>`
    select number, reg_number, client_name from voucher where company_id = ${companyId} and id = ${voucherId}`.execute(
    tx.db,
  );
  const [voucher] = rows;
  const carText = voucher ? [voucher.reg_number || voucher.number, voucher.client_name].filter(Boolean).join(', ') : '';
  await notifyCompany(tx, {
    companyId,
    kind: 'alarm',
    // The notification is dated at the present moment at the latest. With a later time from a wrong device clock it
    // would stay hidden until that time.
    at: new Date(Math.min(atMs, tx.at.getTime())),
    text: carText,
    path: `/cabinet/cards/${voucherId}/`,
    about: { alarm: code ? `${kind} ${code}` : kind },
  });
};

/** Time that a device with a wrong clock stated. Null: the clock was not wrong. */
const statedTimeOf = ({ wrongClockMs }: PreparedAlarm): Date | null =>
  wrongClockMs === null ? null : new Date(wrongClockMs);

/**
 * Stores alarms about the driving and the vehicle. Alarms about power supply and position become anomalies of the
 * device instead.
 */
export const storeAlarms = async (tx: Tx, object: CompanyObject, alarms: readonly PreparedAlarm[]): Promise<void> => {
  const { db } = tx;
  const { objectId } = object;
  let notificationCount = 0;
  for (const alarm of alarms.filter(({ kind }) => isStoredKind(kind))) {
    const shouldNotify =
      isNotifiedKind(alarm.kind) &&
      notificationCount < maxNotifications &&
      !(await wasRaisedNearby(db, objectId, alarm));
    await sql`
      insert into device_alarm (object_id, kind, code, at, stated_at, speed_kmh, latitude, longitude)
      values (${objectId}, ${alarm.kind}, ${alarm.code}, ${new Date(alarm.atMs)}, ${statedTimeOf(alarm)}, ${alarm.speedKmh},
        ${alarm.latitude}, ${alarm.longitude})
      on conflict do nothing`.execute(db);
    if (!shouldNotify) continue;
    notificationCount++;
    await notifyAboutAlarm(tx, object, alarm);
  }
  for (const alarm of alarms) {
    const { kind, atMs } = alarm;
    if (kind === 'powerCut')
      await recordFaults(db, object, { powerCut: 1 }, new Date(atMs), { statedAt: statedTimeOf(alarm) });
    if (kind === 'deviceMoved')
      await recordFaults(db, object, { remounted: 1 }, new Date(atMs), { statedAt: statedTimeOf(alarm) });
    if (kind !== 'powerRestored') continue;
    await sql`update anomaly set ended_at = ${new Date(atMs)}, to_at = greatest(to_at, ${new Date(atMs)})
      where object_id = ${objectId} and kind = 'powerCut' and ended_at is null and from_at <= ${new Date(atMs)}`.execute(
      db,
    );
    await refreshStatus(db, object, ['powerCut']);
  }
};

const caseKinds = { accident: 'crash', sos: 'sos' } as const;

interface RaisedAlarm {
  readonly kind: keyof typeof caseKinds;
  readonly firstAlarm: PreparedAlarm;
  untilMs: number;
}

/**
 * Returns the accident and SOS alarms of a message, from which cases are made. Alarms of one kind within a minute count
 * as one alarm that stays raised. The function joins them before a case is searched. Searched one by one, alarms of a
 * late message would miss a case that begins after the message, because fixes of the message lie in between.
 */
const raisedAlarms = (alarms: readonly PreparedAlarm[]): RaisedAlarm[] => {
  const raised: RaisedAlarm[] = [];
  for (const alarm of [...alarms].sort((a, b) => a.atMs - b.atMs)) {
    const { kind, atMs } = alarm;
    if (kind !== 'accident' && kind !== 'sos') continue;
    const previous = raised.findLast(each => each.kind === kind);
    if (previous && atMs - previous.untilMs < sameAlarmMs) previous.untilMs = atMs;
    else raised.push({ kind, firstAlarm: alarm, untilMs: atMs });
  }
  return raised;
};

/**
 * Creates cases for accident and SOS alarms in the transaction that stores the positions of the same message. So no
 * reader sees the cases without the positions.
 */
export const storeCases = async (
  tx: Tx,
  workers: Workers,
  object: CompanyObject,
  { imei, receivedMs, alarms }: PreparedMessage,
): Promise<NonNullable<StatisticAnswer['Cases']>> => {
  const cases: NonNullable<StatisticAnswer['Cases']> = [];
  for (const { firstAlarm, untilMs, ...raised } of raisedAlarms(alarms)) {
    const kind = caseKinds[raised.kind];
    const sentImpact = { kind, imei, ...impactOfAlarm(firstAlarm), untilMs, receivedAt: new Date(receivedMs) };
    const { id, crashUniqueIdentifier, repeated } = await storeImpact(
      tx,
      workers,
      object.companyId,
      object,
      sentImpact,
    );
    if (cases.some(({ AccidentId }) => AccidentId === id)) continue;
    cases.push({ Kind: kind, AccidentId: id, CrashUniqueIdentifier: crashUniqueIdentifier, Repeated: repeated });
  }
  return cases;
};

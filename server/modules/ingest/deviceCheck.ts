import { sql, type Transaction } from 'kysely';
import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { dayMs, hourMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Database } from '../../db/types.ts';
import { createRuler } from '../../domain/geo.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { ScheduledTask } from '../../engine/jobs/define.ts';
import { forEachCompany } from '../../engine/jobs/eachCompany.ts';
import { readFixes, readLastDataTime } from '../telemetry/service.ts';
import { insertFaults, refreshStatus } from './anomalies.ts';

type Db = Transaction<Database>;

/**
 * Maximum number of faults that one run of the check finds for a company. The next run finds the rest. Each search
 * reads only an index of due rows.
 */
const maxObjectsPerRun = 1000;

interface DueObject {
  readonly companyId: number;
  readonly objectId: string;
  readonly voucherId: number;
}

interface DueRow {
  readonly object_id: string;
  readonly voucher_id: number;
}

/**
 * Calls `handle` for each object that is due for a check. Each call has a transaction of its own that locks the object.
 */
const forEachDueObject = async <Row extends DueRow>(
  { db }: Pick<Context, 'db'>,
  companyId: number,
  due: readonly Row[],
  handle: (tx: Db, object: DueObject, row: Row) => Promise<void>,
): Promise<void> => {
  for (const row of due) {
    const { object_id: objectId, voucher_id: voucherId } = row;
    await db.transaction().execute(async tx => {
      await advisoryLock(tx, `object:${objectId}`);
      await handle(tx, { companyId, objectId, voucherId }, row);
    });
  }
};

/**
 * A kind of silence: the column that stores when the silence was found, the time without contact, ms, and a further SQL
 * condition.
 */
interface Silence {
  readonly kind: 'silence' | 'powerCut';
  readonly column: 'silent_at' | 'power_cut_at';
  readonly afterMs: number;
  readonly condition: string;
}

const silenceKinds: readonly Silence[] = [
  { kind: 'silence', column: 'silent_at', afterMs: defaultSettings.silentMs, condition: 'true' },
  {
    kind: 'powerCut',
    column: 'power_cut_at',
    afterMs: defaultSettings.powerCutMs,
    condition: `speed_kmh > ${defaultSettings.tripStartKmh} and ignition is not false`,
  },
];

/** Finds objects without contact for too long. A device that is no longer in use is not silent. */
const findSilentObjects = async (
  context: Pick<Context, 'db'>,
  companyId: number,
  { kind, column, afterMs, condition }: Silence,
  now: Date,
) => {
  const cutoff = new Date(now.getTime() - afterMs);
  const due = await sql<DueRow>`
    select object_id, voucher_id from device_contact
    where company_id = ${companyId} and ${sql.ref(column)} is null and received_at < ${cutoff} and ${sql.raw(condition)}
    order by received_at limit ${maxObjectsPerRun}`.execute(context.db);
  await forEachDueObject(context, companyId, due.rows, async (tx, object) => {
    const { rows } = await sql<{ received_at: string; in_use: boolean }>`
      update device_contact set ${sql.ref(column)} = ${now}
      where company_id = ${companyId} and object_id = ${object.objectId} and ${sql.ref(column)} is null
        and received_at < ${cutoff}
      returning received_at, exists (select from device_period
        where device_period.company_id = ${companyId} and device_period.object_id = device_contact.object_id
          and device_period.to_at is null) as in_use`.execute(tx);
    if (!rows[0]?.in_use) return;
    const fromMs = Date.parse(rows[0].received_at);
    await insertFaults(tx, object.objectId, [{ kind, foundIn: 'check', fromMs, toMs: now.getTime(), count: 1 }]);
    await refreshStatus(tx, object, [kind]);
  });
};

/**
 * Finds devices that have been in a vehicle for longer than `silentMs`, but have no row in `device_contact`. An earlier
 * release stored no contact, or the device never sent any data. Such a device counts as heard at its last data, or else
 * when it was attached.
 */
const addMissingContacts = async (context: Pick<Context, 'db'>, companyId: number, now: Date) => {
  const cutoff = new Date(now.getTime() - defaultSettings.silentMs);
  const due = await sql<DueRow & { from_at: string }>`
    select work.object_id, work.voucher_id, work.from_at from device_period work
    left join device_contact contact on contact.company_id = ${companyId} and contact.object_id = work.object_id
    where work.company_id = ${companyId} and work.to_at is null and work.from_at < ${cutoff}
      and (contact.object_id is null or contact.received_at < work.from_at and contact.silent_at < work.from_at)
      and not exists (select from anomaly_status silent where silent.company_id = ${companyId}
        and silent.object_id = work.object_id and silent.kind = 'silence' and silent.ended_at is null)
    limit ${maxObjectsPerRun}`.execute(context.db);
  await forEachDueObject(context, companyId, due.rows, async (tx, { objectId, voucherId }, { from_at }) => {
    const lastData = await readLastDataTime(tx, objectId);
    const contactAt = lastData !== null && Date.parse(lastData) > Date.parse(from_at) ? lastData : from_at;
    // Leaves `silent_at` empty. The search for silent objects runs next and sets `silent_at` if the object is silent.
    await sql`insert into device_contact as known (company_id, object_id, voucher_id, received_at)
      values (${companyId}, ${objectId}, ${voucherId}, ${contactAt})
      on conflict (company_id, object_id) do update
        set received_at = greatest(known.received_at, excluded.received_at), silent_at = null`.execute(tx);
  });
};

const endSilences = async (context: Pick<Context, 'db'>, companyId: number) => {
  const hasSentSince = sql`(received_at > silent_at or received_at > power_cut_at)`;
  const due = await sql<DueRow>`
    select object_id, voucher_id from device_contact
    where company_id = ${companyId} and (silent_at is not null or power_cut_at is not null) and ${hasSentSince}
    limit ${maxObjectsPerRun}`.execute(context.db);
  await forEachDueObject(context, companyId, due.rows, async (tx, object) => {
    const { rows } = await sql<{ received_at: string }>`
      update device_contact set silent_at = null, power_cut_at = null
      where company_id = ${companyId} and object_id = ${object.objectId} and ${hasSentSince} returning received_at`.execute(
      tx,
    );
    if (!rows[0]) return;
    await sql`update anomaly set ended_at = ${rows[0].received_at}, to_at = ${rows[0].received_at}
      where object_id = ${object.objectId} and kind in ('silence', 'powerCut') and ended_at is null`.execute(tx);
    await refreshStatus(tx, object, ['silence', 'powerCut']);
  });
};

/**
 * Finds cars that moved while their device sent nothing. Waits an hour after the last message, because late data may
 * still show the drive.
 */
const findMissingMileage = async (context: Pick<Context, 'db' | 'workers'>, companyId: number, now: Date) => {
  const due = await sql<DueRow & { gap_from: string; gap_to: string }>`
    select object_id, voucher_id from device_contact
    where company_id = ${companyId} and gap_to is not null and received_at < ${new Date(now.getTime() - hourMs)}
    limit ${maxObjectsPerRun}`.execute(context.db);
  await forEachDueObject(context, companyId, due.rows, async (tx, object) => {
    const { rows } = await sql<{ gap_from: string; gap_to: string }>`
      with before as (select gap_from, gap_to from device_contact
        where company_id = ${companyId} and object_id = ${object.objectId} for update)
      update device_contact set gap_from = null, gap_to = null from before
      where device_contact.company_id = ${companyId} and device_contact.object_id = ${object.objectId}
      returning before.gap_from, before.gap_to`.execute(tx);
    const gap = rows[0];
    if (!gap?.gap_from) return;
    const [fromMs, toMs] = [Date.parse(gap.gap_from), Date.parse(gap.gap_to)];
    const reader = { db: tx, workers: context.workers };
    const { timeMs, latitude, longitude } = await readFixes(reader, object.objectId, fromMs, toMs + 1);
    const lastIndex = timeMs.length - 1;
    // A gap without data has only the fix before it and the fix after it. Any further fix shows the drive, so no
    // mileage is missing.
    if (lastIndex !== 1) return;
    const trip = await sql`select from trip where object_id = ${object.objectId} and start_at <= ${gap.gap_from}
      and end_at >= ${gap.gap_to} limit 1`.execute(tx);
    if (trip.rows.length > 0) return;
    const count = Math.round(createRuler()(latitude[0]!, longitude[0]!, latitude[lastIndex]!, longitude[lastIndex]!));
    await insertFaults(tx, object.objectId, [{ kind: 'mileage', foundIn: 'check', fromMs, toMs, count }]);
    await refreshStatus(tx, object, ['mileage']);
  });
};

/** Ends faults that have not occurred for a day. Quarantined data still waits for a decision. */
const endQuietFaults = async (context: Pick<Context, 'db'>, companyId: number, now: Date) => {
  const cutoff = new Date(now.getTime() - dayMs);
  const due = await sql<DueRow & { kind: AnomalyKind }>`
    select object_id, voucher_id, kind from anomaly_status
    where company_id = ${companyId} and kind not in ('silence', 'powerCut')
      and (ended_at is null or state = 'confirmed') and (ended_at is not null or last_at < ${cutoff})
    order by last_at limit ${maxObjectsPerRun}`.execute(context.db);
  await forEachDueObject(context, companyId, due.rows, async (tx, object, { kind }) => {
    const { rows } = await sql<{ kind: AnomalyKind }>`
      update anomaly set ended_at = to_at
      where object_id = ${object.objectId} and ended_at is null and to_at < ${cutoff} and kind not in ('silence', 'powerCut')
      returning kind`.execute(tx);
    await refreshStatus(tx, object, [...new Set([kind, ...rows.map(({ kind: endedKind }) => endedKind)])]);
  });
};

/**
 * Finds the faults of a company's devices that no single message shows: silence, power cuts and mileage without trips.
 * Ends faults that are over.
 */
export const checkCompanyDevices = async (
  context: Pick<Context, 'db' | 'workers'>,
  companyId: number,
  now: Date,
): Promise<void> => {
  await endSilences(context, companyId);
  await addMissingContacts(context, companyId, now);
  for (const silence of silenceKinds) await findSilentObjects(context, companyId, silence, now);
  await findMissingMileage(context, companyId, now);
  await endQuietFaults(context, companyId, now);
};

/** Runs `checkCompanyDevices` for every company. */
export const checkDevices = (context: Pick<Context, 'db' | 'now' | 'log' | 'workers'>): Promise<void> => {
  const now = context.now();
  return forEachCompany(context, id => checkCompanyDevices(context, id, now));
};

export const deviceCheck: ScheduledTask = { task: 'device_check', cron: '*/10 * * * *', run: checkDevices };

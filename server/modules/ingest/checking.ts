import { sql, type Transaction } from 'kysely';
import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { dayMs, hourMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Database } from '../../db/types.ts';
import { createRuler } from '../../domain/geo.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { Scheduled } from '../../engine/jobs/define.ts';
import { forEachCompany } from '../../engine/jobs/eachCompany.ts';
import { lastDataAt, readFixes } from '../telemetry/service.ts';
import { insertFaults, refreshStatus } from './anomalies.ts';

type Db = Transaction<Database>;

/**
 * Maximum number of faults that one run finds for a company. The next run finds the rest. Each search reads only an
 * index of due rows.
 */
const atOnce = 1000;

interface DueObject {
  readonly companyId: number;
  readonly objectId: string;
  readonly voucherId: number;
}

interface Due {
  readonly object_id: string;
  readonly voucher_id: number;
}

/** Runs `work` for each due object, in a transaction of its own that locks the object. */
const forEach = async <Found extends Due>(
  { db }: Pick<Context, 'db'>,
  companyId: number,
  due: readonly Found[],
  work: (tx: Db, whose: DueObject, found: Found) => Promise<void>,
): Promise<void> => {
  for (const found of due) {
    const { object_id: objectId, voucher_id: voucherId } = found;
    await db.transaction().execute(async tx => {
      await advisoryLock(tx, `object:${objectId}`);
      await work(tx, { companyId, objectId, voucherId }, found);
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
  readonly only: string;
}

const silences: readonly Silence[] = [
  { kind: 'silence', column: 'silent_at', afterMs: defaultSettings.silentMs, only: 'true' },
  {
    kind: 'powerCut',
    column: 'power_cut_at',
    afterMs: defaultSettings.powerCutMs,
    only: `speed_kmh > ${defaultSettings.tripStartKmh} and ignition is not false`,
  },
];

/** Finds objects without contact for too long. A device that is no longer in use is not silent. */
const findSilent = async (
  context: Pick<Context, 'db'>,
  companyId: number,
  { kind, column, afterMs, only }: Silence,
  now: Date,
) => {
  const before = new Date(now.getTime() - afterMs);
  const due = await sql<Due>`
    select object_id, voucher_id from device_contact
    where company_id = ${companyId} and ${sql.ref(column)} is null and received_at < ${before} and ${sql.raw(only)}
    order by received_at limit ${atOnce}`.execute(context.db);
  await forEach(context, companyId, due.rows, async (tx, whose) => {
    const { rows } = await sql<{ received_at: string; works: boolean }>`
      update device_contact set ${sql.ref(column)} = ${now}
      where company_id = ${companyId} and object_id = ${whose.objectId} and ${sql.ref(column)} is null
        and received_at < ${before}
      returning received_at, exists (select from device_period
        where device_period.company_id = ${companyId} and device_period.object_id = device_contact.object_id
          and device_period.to_at is null) as works`.execute(tx);
    if (!rows[0]?.works) return;
    const fromMs = Date.parse(rows[0].received_at);
    await insertFaults(tx, whose.objectId, [{ kind, foundIn: 'check', fromMs, toMs: now.getTime(), count: 1 }]);
    await refreshStatus(tx, whose, [kind]);
  });
};

/**
 * Finds devices that have been in a vehicle for longer than `silentMs`, but have no row in `device_contact`. An earlier
 * release stored no contact, or the device never sent any data. Such a device counts as heard at its last data, or else
 * when it was attached.
 */
const findUnheard = async (context: Pick<Context, 'db'>, companyId: number, now: Date) => {
  const before = new Date(now.getTime() - defaultSettings.silentMs);
  const due = await sql<Due & { from_at: string }>`
    select work.object_id, work.voucher_id, work.from_at from device_period work
    left join device_contact contact on contact.company_id = ${companyId} and contact.object_id = work.object_id
    where work.company_id = ${companyId} and work.to_at is null and work.from_at < ${before}
      and (contact.object_id is null or contact.received_at < work.from_at and contact.silent_at < work.from_at)
      and not exists (select from anomaly_status silent where silent.company_id = ${companyId}
        and silent.object_id = work.object_id and silent.kind = 'silence' and silent.ended_at is null)
    limit ${atOnce}`.execute(context.db);
  await forEach(context, companyId, due.rows, async (tx, { objectId, voucherId }, { from_at }) => {
    const last = await lastDataAt(tx, objectId);
    const since = last !== null && Date.parse(last) > Date.parse(from_at) ? last : from_at;
    // Leaves `silent_at` empty, because the search for silent objects runs next and sets it if the object is silent.
    await sql`insert into device_contact as known (company_id, object_id, voucher_id, received_at)
      values (${companyId}, ${objectId}, ${voucherId}, ${since})
      on conflict (company_id, object_id) do update
        set received_at = greatest(known.received_at, excluded.received_at), silent_at = null`.execute(tx);
  });
};

/** Ends the silence of objects that have sent data since. */
const findBack = async (context: Pick<Context, 'db'>, companyId: number) => {
  const back = sql`(received_at > silent_at or received_at > power_cut_at)`;
  const due = await sql<Due>`
    select object_id, voucher_id from device_contact
    where company_id = ${companyId} and (silent_at is not null or power_cut_at is not null) and ${back}
    limit ${atOnce}`.execute(context.db);
  await forEach(context, companyId, due.rows, async (tx, whose) => {
    const { rows } = await sql<{ received_at: string }>`
      update device_contact set silent_at = null, power_cut_at = null
      where company_id = ${companyId} and object_id = ${whose.objectId} and ${back} returning received_at`.execute(tx);
    if (!rows[0]) return;
    await sql`update anomaly set ended_at = ${rows[0].received_at}, to_at = ${rows[0].received_at}
      where object_id = ${whose.objectId} and kind in ('silence', 'powerCut') and ended_at is null`.execute(tx);
    await refreshStatus(tx, whose, ['silence', 'powerCut']);
  });
};

/**
 * Finds cars that moved while their device sent nothing. Waits an hour after the last message, because late data may
 * still show the drive.
 */
const findMileage = async (context: Pick<Context, 'db' | 'workers'>, companyId: number, now: Date) => {
  const due = await sql<Due & { gap_from: string; gap_to: string }>`
    select object_id, voucher_id from device_contact
    where company_id = ${companyId} and gap_to is not null and received_at < ${new Date(now.getTime() - hourMs)}
    limit ${atOnce}`.execute(context.db);
  await forEach(context, companyId, due.rows, async (tx, whose) => {
    const { rows } = await sql<{ gap_from: string; gap_to: string }>`
      with before as (select gap_from, gap_to from device_contact
        where company_id = ${companyId} and object_id = ${whose.objectId} for update)
      update device_contact set gap_from = null, gap_to = null from before
      where device_contact.company_id = ${companyId} and device_contact.object_id = ${whose.objectId}
      returning before.gap_from, before.gap_to`.execute(tx);
    const gap = rows[0];
    if (!gap?.gap_from) return;
    const [fromMs, toMs] = [Date.parse(gap.gap_from), Date.parse(gap.gap_to)];
    const reader = { db: tx, workers: context.workers };
    const { timeMs, latitude, longitude } = await readFixes(reader, whose.objectId, fromMs, toMs + 1);
    const last = timeMs.length - 1;
    // The only fixes expected here are those before and after the gap. Further fixes show the drive, so no mileage is
    // missing.
    if (last !== 1) return;
    const count = Math.round(createRuler()(latitude[0]!, longitude[0]!, latitude[last]!, longitude[last]!));
    await insertFaults(tx, whose.objectId, [{ kind: 'mileage', foundIn: 'check', fromMs, toMs, count }]);
    await refreshStatus(tx, whose, ['mileage']);
  });
};

/** Ends faults that have not occurred for a day. Quarantined data still waits for a decision. */
const endQuiet = async (context: Pick<Context, 'db'>, companyId: number, now: Date) => {
  const before = new Date(now.getTime() - dayMs);
  const due = await sql<Due & { kind: AnomalyKind }>`
    select object_id, voucher_id, kind from anomaly_status
    where company_id = ${companyId} and kind not in ('silence', 'powerCut')
      and (ended_at is null or state = 'confirmed') and (ended_at is not null or last_at < ${before})
    order by last_at limit ${atOnce}`.execute(context.db);
  await forEach(context, companyId, due.rows, async (tx, whose, { kind }) => {
    const { rows } = await sql<{ kind: AnomalyKind }>`
      update anomaly set ended_at = to_at
      where object_id = ${whose.objectId} and ended_at is null and to_at < ${before} and kind not in ('silence', 'powerCut')
      returning kind`.execute(tx);
    await refreshStatus(tx, whose, [...new Set([kind, ...rows.map(({ kind: its }) => its)])]);
  });
};

/**
 * Finds the faults of a company's devices that no message shows: silence, power cuts, mileage without trips. Ends
 * faults that are over.
 */
export const checkCompany = async (
  context: Pick<Context, 'db' | 'workers'>,
  companyId: number,
  now: Date,
): Promise<void> => {
  await findBack(context, companyId);
  await findUnheard(context, companyId, now);
  for (const silence of silences) await findSilent(context, companyId, silence, now);
  await findMileage(context, companyId, now);
  await endQuiet(context, companyId, now);
};

/** Runs `checkCompany` for every company. */
export const checkDevices = (context: Pick<Context, 'db' | 'now' | 'log' | 'workers'>): Promise<void> => {
  const now = context.now();
  return forEachCompany(context, id => checkCompany(context, id, now));
};

export const deviceCheck: Scheduled = { task: 'device_check', cron: '*/10 * * * *', run: checkDevices };

import { type RawBuilder, sql } from 'kysely';
import { quarantinedDevices } from '../../../src/resources/quarantinedDevices.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { ScheduledTask } from '../../engine/jobs/define.ts';
import { forEachCompany } from '../../engine/jobs/eachCompany.ts';
import type { Tx } from '../../transaction.ts';

/**
 * Share of the limit to which a removal reduces the quarantine. So there is space for many new messages, and not every
 * message causes a removal.
 */
const targetShare = 0.9;

interface RemovedMessages {
  readonly imei: string;
  /** Id of the device's oldest quarantined message. */
  readonly id: number;
  readonly wasPending: boolean;
  readonly messages: number;
  readonly bytes: number;
}

interface RemovalLimits {
  /** SQL condition that selects the messages which may be removed. */
  readonly condition: RawBuilder<unknown>;
  /** Number of bytes to free. */
  readonly bytes: number;
  /** Maximum number of messages to remove. */
  readonly maxMessages: number;
}

/**
 * Kinds of quarantined messages, in the order of removal. Each kind is read through an index in this order, so the cost
 * does not grow with messages of other kinds.
 */
const messageKinds = [
  { wasPending: false, condition: sql`(applied_at is not null or dropped_at is not null)`, order: sql`imei, id` },
  { wasPending: true, condition: sql`applied_at is null and dropped_at is null`, order: sql`id` },
];

const sumField = (removed: readonly RemovedMessages[], fieldName: 'messages' | 'bytes'): number =>
  removed.reduce((sum, entry) => sum + entry[fieldName], 0);

/**
 * Removes messages until enough bytes are free. Removes applied and rejected messages before those that wait for a
 * decision. Skips messages that another transaction is applying.
 */
const removeOldest = async (
  { db }: Tx,
  { condition, bytes, maxMessages }: RemovalLimits,
): Promise<readonly RemovedMessages[]> => {
  const removed: RemovedMessages[] = [];
  for (const { wasPending, condition: kindCondition, order } of messageKinds) {
    const bytesToFree = Math.ceil(bytes - sumField(removed, 'bytes'));
    if (bytesToFree <= 0) break;
    const { rows } = await sql<RemovedMessages>`
      with oldest as (
        select id, imei, bytes from quarantine where ${condition} and ${kindCondition} order by ${order} limit ${maxMessages}
        for update skip locked),
      summed as (select id, sum(bytes) over (order by ${order}) - bytes as before from oldest),
      gone as (
        delete from quarantine where ${condition} and id in (select id from summed where before < ${bytesToFree})
        returning imei, id, bytes)
      select imei, min(id) as id, ${sql.lit(wasPending)} as "wasPending", count(*)::integer as messages, sum(bytes)::float8 as bytes
      from gone group by imei order by imei`.execute(db);
    removed.push(...rows);
  }
  return removed;
};

/**
 * Returns the bytes of each device whose messages exceed the device limit. A row with IMEI null has the bytes of all
 * other devices together.
 */
const readBytesByDevice = async ({ db }: Pick<Context, 'db'>, companyId: number, deviceBytes: number) => {
  const { rows } = await sql<{ imei: string | null; bytes: number }>`
    with each as (
      select imei, sum(bytes)::float8 as bytes from quarantine where company_id = ${companyId} group by imei)
    select imei, bytes from each where bytes > ${deviceBytes}
    union all select null, coalesce(sum(bytes), 0) from each where bytes <= ${deviceBytes}`.execute(db);
  return rows;
};

/**
 * Removes the oldest messages of each device above its limit, then the oldest of the company. The audit records them as
 * dropped by the server. New messages are not refused instead, because messages of other devices come in the same
 * request.
 */
export const trimQuarantine = (context: Pick<Context, 'db' | 'now' | 'log' | 'quarantine'>): Promise<void> =>
  forEachCompany(context, async companyId => {
    const { deviceBytes, companyBytes, maxRemovedAtOnce: maxMessages } = context.quarantine;
    const usages = await readBytesByDevice(context, companyId, deviceBytes);
    const devicesAboveLimit = usages.filter(({ imei }) => imei !== null);
    const totalBytes = usages.reduce(
      (sum, { bytes, imei }) => sum + (imei === null ? bytes : Math.min(bytes, deviceBytes)),
      0,
    );
    if (devicesAboveLimit.length === 0 && totalBytes <= companyBytes) return;
    const author = { companyId, accountId: null, name: 'Drivedesk', requestId: null, at: context.now() };
    await inTransaction(context.db, author, async tx => {
      const removed: RemovedMessages[] = [];
      let usedBytes = totalBytes;
      for (const { imei, bytes } of devicesAboveLimit) {
        const condition = sql`company_id = ${companyId} and imei = ${imei}`;
        const removedOfDevice = await removeOldest(tx, {
          condition,
          bytes: bytes - targetShare * deviceBytes,
          maxMessages,
        });
        usedBytes -= deviceBytes - Math.min(deviceBytes, bytes - sumField(removedOfDevice, 'bytes'));
        removed.push(...removedOfDevice);
      }
      if (usedBytes > companyBytes) {
        const condition = sql`company_id = ${companyId}`;
        removed.push(
          ...(await removeOldest(tx, { condition, bytes: usedBytes - targetShare * companyBytes, maxMessages })),
        );
      }
      const removedPending = removed.filter(entry => entry.wasPending);
      const [firstRemoved] = removedPending;
      if (!firstRemoved) return;
      const Dropped = sumField(removedPending, 'messages');
      const devices = new Set(removedPending.map(({ imei }) => imei)).size;
      // Writes one audit entry for any number of devices, because otherwise an attacker could fill the audit with
      // invented devices.
      const changes = [
        { field: 'Messages', before: Dropped, after: null },
        ...(devices === 1 ? [{ field: 'IMEI', before: firstRemoved.imei, after: null }] : []),
      ];
      await tx.audit({ entity: 'quarantinedDevice', entityId: firstRemoved.id, action: 'drop', changes });
      // Open lists must reload, because a device's row in the list of unknown devices has the id of its oldest message.
      tx.emit('record', { Resource: quarantinedDevices.name, Id: firstRemoved.id, Action: 'drop', ActorId: null });
      context.log.warn({ companyId, messages: Dropped, devices }, 'quarantine full: the oldest went');
    });
  });

export const quarantineCheck: ScheduledTask = { task: 'quarantine_check', cron: '* * * * *', run: trimQuarantine };

import { type RawBuilder, sql } from 'kysely';
import { quarantinedDevices } from '../../../src/resources/quarantinedDevices.ts';
import type { Context, Tx } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Scheduled } from '../../jobs/define.ts';
import { forEachCompany } from '../../jobs/eachCompany.ts';

interface RoomInQuarantine {
  readonly deviceBytes: number;
  readonly companyBytes: number;
}

/**
 * What messages in quarantine may take, as they were sent: of a device two hours of driving a day at 1 Hz for most of a year,
 * or forty hours of acceleration at 50 Hz.
 */
const room: RoomInQuarantine = { deviceBytes: 200_000_000, companyBytes: 10_000_000_000 };
/** Room is made for a while, not for the next message alone. */
const leftShare = 0.9;

interface Gone {
  readonly imei: string;
  /** Number of the oldest message, which was the device's. */
  readonly id: number;
  readonly messages: number;
}

/** Removes the oldest messages that do not fit, those that were decided about first; what somebody is applying stays. */
const shrink = async ({ db }: Tx, whose: RawBuilder<unknown>, bytes: number): Promise<readonly Gone[]> => {
  const { rows } = await sql<Gone>`
    with newest as (
      select id, sum(bytes) over (order by (applied_at is null and dropped_at is null) desc, id desc) as taken
      from quarantine where ${whose}),
    gone as (
      delete from quarantine where ${whose} and id in (
        select id from quarantine where ${whose} and id in (select id from newest where taken > ${Math.floor(leftShare * bytes)})
        for update skip locked)
      returning imei, id, applied_at is null and dropped_at is null as waited)
    select imei, min(id) as id, count(*) filter (where waited)::integer as messages
    from gone group by imei order by imei`.execute(db);
  return rows;
};

const bytesOf = async ({ db }: Pick<Context, 'db'>, companyId: number) => {
  const { rows } = await sql<{ imei: string; bytes: number }>`
    select imei, sum(bytes)::float8 as bytes from quarantine where company_id = ${companyId} group by imei`.execute(db);
  return rows;
};

/**
 * The oldest messages of a device that has more in quarantine than there is room for go, then the oldest of the company. It
 * stands in the audit as dropped by the server; whoever sends is not refused: others' messages come by the same request.
 */
export const keepRoom = (
  context: Pick<Context, 'db' | 'now' | 'log'>,
  { deviceBytes, companyBytes }: RoomInQuarantine = room,
): Promise<void> =>
  forEachCompany(context, async companyId => {
    const devices = await bytesOf(context, companyId);
    const crowded = devices.filter(({ bytes }) => bytes > deviceBytes);
    const all = devices.reduce((sum, { bytes }) => sum + Math.min(bytes, deviceBytes), 0);
    if (crowded.length === 0 && all <= companyBytes) return;
    const author = { companyId, accountId: null, name: 'Drivedesk', requestId: null, at: context.now() };
    await inTransaction(context.db, author, async tx => {
      const gone: Gone[] = [];
      for (const { imei } of crowded)
        gone.push(...(await shrink(tx, sql`company_id = ${companyId} and imei = ${imei}`, deviceBytes)));
      if (all > companyBytes) gone.push(...(await shrink(tx, sql`company_id = ${companyId}`, companyBytes)));
      const waited = gone.filter(({ messages }) => messages > 0);
      const [first] = waited;
      if (!first) return;
      const Dropped = waited.reduce((sum, { messages }) => sum + messages, 0);
      // One entry, however many devices: somebody who makes them up must not fill the audit instead.
      const changes = [
        { field: 'Messages', before: Dropped, after: null },
        ...(waited.length === 1 ? [{ field: 'IMEI', before: first.imei, after: null }] : []),
      ];
      await tx.audit({ entity: 'quarantinedDevice', entityId: first.id, action: 'drop', changes });
      // Lists in sight are read anew: a device has the number of its oldest message.
      tx.emit('record', { Resource: quarantinedDevices.name, Id: first.id, Action: 'drop', ActorId: null });
      context.log.warn({ companyId, messages: Dropped, devices: waited.length }, 'quarantine full: the oldest went');
    });
  });

export const quarantineCheck: Scheduled = { task: 'quarantine_check', cron: '* * * * *', run: keepRoom };

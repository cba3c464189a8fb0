import { type RawBuilder, sql } from 'kysely';
import { quarantinedDevices } from '../../../src/resources/quarantinedDevices.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Scheduled } from '../../engine/jobs/define.ts';
import { forEachCompany } from '../../engine/jobs/eachCompany.ts';
import type { Tx } from '../../transaction.ts';

/**
 * A removal reduces the quarantine to this share of its limit. So there is space for many messages, and not every
 * message causes a removal.
 */
const leftShare = 0.9;

interface Gone {
  readonly imei: string;
  /** Id of the device's oldest quarantined message. */
  readonly id: number;
  readonly waited: boolean;
  readonly messages: number;
  readonly bytes: number;
}

interface Shrinking {
  /** SQL condition that selects the messages which may be removed. */
  readonly whose: RawBuilder<unknown>;
  /** Number of bytes to free. */
  readonly bytes: number;
  /** Maximum number of messages to remove. */
  readonly most: number;
}

/**
 * Kinds of quarantined messages, in the order of removal. Each kind is read through an index in the given order, so the
 * cost does not grow with other messages.
 */
const kinds = [
  { waited: false, which: sql`(applied_at is not null or dropped_at is not null)`, order: sql`imei, id` },
  { waited: true, which: sql`applied_at is null and dropped_at is null`, order: sql`id` },
];

const sumOf = (gone: readonly Gone[], what: 'messages' | 'bytes'): number =>
  gone.reduce((sum, each) => sum + each[what], 0);

/**
 * Removes messages until enough bytes are free. Removes applied and rejected messages before those that wait for a
 * decision. Skips messages that another transaction is applying.
 */
const shrink = async ({ db }: Tx, { whose, bytes, most }: Shrinking): Promise<readonly Gone[]> => {
  const all: Gone[] = [];
  for (const { waited, which, order } of kinds) {
    const left = Math.ceil(bytes - sumOf(all, 'bytes'));
    if (left <= 0) break;
    const { rows } = await sql<Gone>`
      with oldest as (
        select id, imei, bytes from quarantine where ${whose} and ${which} order by ${order} limit ${most}
        for update skip locked),
      summed as (select id, sum(bytes) over (order by ${order}) - bytes as before from oldest),
      gone as (
        delete from quarantine where ${whose} and id in (select id from summed where before < ${left})
        returning imei, id, bytes)
      select imei, min(id) as id, ${sql.lit(waited)} as waited, count(*)::integer as messages, sum(bytes)::float8 as bytes
      from gone group by imei order by imei`.execute(db);
    all.push(...rows);
  }
  return all;
};

/** Bytes of each device above its limit, and of all other devices together (IMEI null). */
const bytesOf = async ({ db }: Pick<Context, 'db'>, companyId: number, deviceBytes: number) => {
  const { rows } = await sql<{ imei: string | null; bytes: number }>`
    with each as (
      select imei, sum(bytes)::float8 as bytes from quarantine where company_id = ${companyId} group by imei)
    select imei, bytes from each where bytes > ${deviceBytes}
    union all select null, coalesce(sum(bytes), 0) from each where bytes <= ${deviceBytes}`.execute(db);
  return rows;
};

/**
 * Removes the oldest messages of each device above its limit, then the oldest of the company. The audit records them as
 * dropped by the server.
 * Senders are not refused, because messages of other devices come in the same request.
 */
export const trimQuarantine = (context: Pick<Context, 'db' | 'now' | 'log' | 'quarantine'>): Promise<void> =>
  forEachCompany(context, async companyId => {
    const { deviceBytes, companyBytes, goAtOnce: most } = context.quarantine;
    const found = await bytesOf(context, companyId, deviceBytes);
    const crowded = found.filter(({ imei }) => imei !== null);
    const all = found.reduce((sum, { bytes, imei }) => sum + (imei === null ? bytes : Math.min(bytes, deviceBytes)), 0);
    if (crowded.length === 0 && all <= companyBytes) return;
    const author = { companyId, accountId: null, name: 'Drivedesk', requestId: null, at: context.now() };
    await inTransaction(context.db, author, async tx => {
      const gone: Gone[] = [];
      let taken = all;
      for (const { imei, bytes } of crowded) {
        const whose = sql`company_id = ${companyId} and imei = ${imei}`;
        const its = await shrink(tx, { whose, bytes: bytes - leftShare * deviceBytes, most });
        taken -= deviceBytes - Math.min(deviceBytes, bytes - sumOf(its, 'bytes'));
        gone.push(...its);
      }
      if (taken > companyBytes) {
        const whose = sql`company_id = ${companyId}`;
        gone.push(...(await shrink(tx, { whose, bytes: taken - leftShare * companyBytes, most })));
      }
      const waited = gone.filter(each => each.waited);
      const [first] = waited;
      if (!first) return;
      const Dropped = sumOf(waited, 'messages');
      const devices = new Set(waited.map(({ imei }) => imei)).size;
      // Writes one audit entry for any number of devices, because otherwise an attacker could fill the audit with
      // invented devices.
      const changes = [
        { field: 'Messages', before: Dropped, after: null },
        ...(devices === 1 ? [{ field: 'IMEI', before: first.imei, after: null }] : []),
      ];
      await tx.audit({ entity: 'quarantinedDevice', entityId: first.id, action: 'drop', changes });
      // Open lists must reload, because a device's row has the id of its oldest message.
      tx.emit('record', { Resource: quarantinedDevices.name, Id: first.id, Action: 'drop', ActorId: null });
      context.log.warn({ companyId, messages: Dropped, devices }, 'quarantine full: the oldest went');
    });
  });

export const quarantineCheck: Scheduled = { task: 'quarantine_check', cron: '* * * * *', run: trimQuarantine };

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import type { JobKey } from '../../engine/jobs/define.ts';
import { queueWebhookTask } from './queue.ts';

/**
 * Duration of a webhook's lease, seconds. An attempt is always shorter, so an expired lease means that its process has
 * died.
 */
const leaseS = 60;
const maxWebhooksPerWake = 200;

export interface LeasedWebhook extends JobKey {
  readonly lease: string;
  readonly url: string;
  /** Secrets that sign at present: the present one, and for a day after a change the former one. */
  readonly secrets: readonly string[];
  readonly failuresInRow: number;
}

export interface DueDelivery {
  readonly id: number;
  readonly messageId: string;
  readonly body: string;
  readonly attempts: number;
  readonly retryUntil: string;
  /** Version of the delivery's row. It changes when the delivery is scheduled again. */
  readonly version: number;
}

const whereWebhook = ({ companyId, id }: JobKey) => sql`company_id = ${companyId} and id = ${id}`;
/**
 * Leases are written and compared with the database's clock only, because the clocks of processes may differ, and a
 * process must not take over a lease that is in force. All other times are written and compared with the clock of the
 * process (`at`).
 */
const leaseColumns = sql`lease_until = now() + make_interval(secs => ${leaseS})`;
const isNotLeased = sql`(lease_until is null or lease_until < now())`;

/** Leases an active webhook, unless another process has the lease or the webhook pauses after a failure. */
export const leaseWebhook = async (db: Db, webhookKey: JobKey, at: Date): Promise<LeasedWebhook | undefined> => {
  const { rows } = await sql<{
    lease: string;
    url: string;
    secret: string;
    former_secret: string | null;
    failures_in_row: number;
  }>`
    update webhook set lease = ${randomUUID()}::uuid, ${leaseColumns}
    where ${whereWebhook(webhookKey)} and state = 'active' and ${isNotLeased}
      and (quiet_until is null or quiet_until <= ${at})
    returning lease, url, secret, case when former_secret_until > ${at} then former_secret end as former_secret,
      failures_in_row`.execute(db);
  const [row] = rows;
  return (
    row && {
      ...webhookKey,
      lease: row.lease,
      url: row.url,
      secrets: [row.secret, ...(row.former_secret === null ? [] : [row.former_secret])],
      failuresInRow: row.failures_in_row,
    }
  );
};

/** Ends the lease. Returns whether a delivery is already due. */
export const releaseLease = async (db: Db, webhook: LeasedWebhook, at: Date): Promise<boolean> => {
  await sql`update webhook set lease = null, lease_until = null where ${whereWebhook(webhook)} and lease = ${webhook.lease}::uuid`.execute(
    db,
  );
  // Queried after the lease has ended. A newer event could not start a task during the lease, so this query must find
  // it.
  const { rows } = await sql<{ due: boolean }>`
    select state = 'active' and (quiet_until is null or quiet_until <= ${at}) and exists (
      select from webhook_delivery as delivery where delivery.company_id = ${webhook.companyId}
        and webhook_id = ${webhook.id} and delivery.state = 'waiting' and next_attempt_at <= ${at}) as due
    from webhook where ${whereWebhook(webhook)}`.execute(db);
  return rows[0]?.due ?? false;
};

/** Marks deliveries as failed whose time for retries is over. A pause of the webhook counts as waiting time too. */
export const expireDeliveries = async (db: Db, { companyId, id }: JobKey, at: Date): Promise<void> => {
  await sql`update webhook_delivery set state = 'failed', next_attempt_at = null, version = version + 1,
      fault = case when fault = '' then 'expired' else fault end
    where company_id = ${companyId} and webhook_id = ${id} and state = 'waiting' and retry_until <= ${at}`.execute(db);
};

export const readNextDue = async (db: Db, { companyId, id }: JobKey, at: Date): Promise<DueDelivery | undefined> => {
  const row = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'message_id', 'body', 'attempts', 'retry_until', 'version'])
    .where('company_id', '=', companyId)
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', at.toISOString())
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      messageId: row.message_id,
      body: row.body,
      attempts: row.attempts,
      retryUntil: row.retry_until,
      version: row.version,
    }
  );
};

/** Extends the lease for another attempt. Returns false if the lease is lost or the webhook is no longer active. */
export const renewLease = async (db: Db, webhook: LeasedWebhook): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update webhook set ${leaseColumns} where ${whereWebhook(webhook)} and lease = ${webhook.lease}::uuid and state = 'active'`.execute(
    db,
  );
  return numAffectedRows === 1n;
};

/** Queues the sending task of every webhook that has a due delivery and no lease. */
export const wakeDueWebhooks = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const at = now();
  const { rows } = await sql<{ companyId: number; id: number }>`
    select company_id as "companyId", id from webhook
    where state = 'active' and ${isNotLeased}
      and (quiet_until is null or quiet_until <= ${at})
      and exists (select from webhook_delivery as delivery where delivery.company_id = webhook.company_id
        and webhook_id = webhook.id and delivery.state = 'waiting' and next_attempt_at <= ${at})
    order by quiet_until nulls first limit ${maxWebhooksPerWake}`.execute(db);
  for (const webhookKey of rows) await queueWebhookTask(db, webhookKey);
};

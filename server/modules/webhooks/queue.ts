import { sql } from 'kysely';
import type { WebhookEvent } from '../../../src/contract/webhooks.ts';
import { hourMs } from '../../../src/schema/kinds/time.ts';
import type { Db } from '../../db/connect.ts';
import type { JobKey } from '../../engine/jobs/define.ts';
import { enqueueTask } from '../../engine/jobs/service.ts';
import type { Tx } from '../../transaction.ts';

export const webhookTask = 'webhook';

/** Time after which a delivery is given up, unless a user sends it again, ms. */
export const maxRetryMs = 24 * hourMs;

const taskKeyOf = ({ companyId, id }: JobKey): string => `${webhookTask}-${companyId}-${id}`;

/** Queues the task of a webhook at once. Call it only in transactions that hold no other locks. */
export const queueWebhookTask = (db: Db, webhookKey: JobKey): Promise<void> =>
  enqueueTask({ db }, webhookTask, webhookKey, taskKeyOf(webhookKey));

/**
 * Queues the task of a webhook at the end of the transaction. Other transactions that queue the same task wait for the
 * commit.
 */
export const wakeWebhook = ({ db, beforeCommit }: Tx, webhookKey: JobKey): void =>
  beforeCommit(taskKeyOf(webhookKey), () => queueWebhookTask(db, webhookKey));

interface QueuedEvent {
  readonly companyId: number;
  readonly type: WebhookEvent;
  readonly at: Date;
  readonly data: object;
}

/**
 * Queues an event for the company's webhooks, in the transaction of the change that causes the event. Paused and
 * disabled webhooks get deliveries too, because a user can have them sent later. The first attempt is due at once. The
 * clocks of this process and the database may differ, so the earlier of both times is used.
 */
export const queueEvent = async (tx: Tx, { companyId, type, at, data }: QueuedEvent): Promise<void> => {
  const body = JSON.stringify({ Type: type, Timestamp: at.toISOString(), Data: data });
  const { rows } = await sql<{ id: number; state: string }>`
    with subscribed as (select company_id, id, state from webhook where company_id = ${companyId} and events @> array[${type}]),
      written as (
        insert into webhook_delivery (company_id, webhook_id, message_id, event, body, created_at, next_attempt_at, retry_until)
        select company_id, id, 'msg_' || gen_random_uuid(), ${type}, ${body}, ${at}::timestamptz, least(${at}::timestamptz, now()),
          ${new Date(at.getTime() + maxRetryMs)}::timestamptz
        from subscribed)
    select id, state from subscribed`.execute(tx.db);
  for (const { id, state } of rows) if (state === 'active') wakeWebhook(tx, { companyId, id });
};

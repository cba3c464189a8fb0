import { sql } from 'kysely';
import type { WebhookEvent } from '../../../src/contract/webhooks.ts';
import type { Tx } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import type { Place } from '../../jobs/define.ts';
import { wake } from '../../jobs/service.ts';

/** Task of the queue that sends what is due to a webhook. */
export const webhookTask = 'webhook';

const hourMs = 3_600_000;
/** Nothing is sent after so long, unless somebody asks for it. */
export const retriedMs = 24 * hourMs;

const keyOf = ({ companyId, id }: Place): string => `${webhookTask}-${companyId}-${id}`;

/** At once: nothing else is held. */
export const wakeNow = (db: Db, place: Place): Promise<void> => wake({ db }, webhookTask, place, keyOf(place));

/** With the end of a change: whoever else wakes the same webhook waits for its commit. */
export const wakeWebhook = ({ db, last }: Tx, place: Place): void => last(keyOf(place), () => wakeNow(db, place));

interface Event {
  readonly companyId: number;
  readonly type: WebhookEvent;
  readonly at: Date;
  readonly data: object;
}

/**
 * Writes down, in the transaction of what happened, that the company's webhooks are to be told of it. Those that are paused
 * or off have it written down, too: it can be sent later. A process whose clock is ahead must not delay the message, so the
 * database's clock counts where it is behind.
 */
export const queueEvent = async (tx: Tx, { companyId, type, at, data }: Event): Promise<void> => {
  const body = JSON.stringify({ Type: type, Timestamp: at.toISOString(), Data: data });
  const { rows } = await sql<{ id: number; state: string }>`
    with subscribed as (select company_id, id, state from webhook where company_id = ${companyId} and events @> array[${type}]),
      written as (
        insert into webhook_delivery (company_id, webhook_id, message_id, event, body, created_at, next_attempt_at, retry_until)
        select company_id, id, 'msg_' || gen_random_uuid(), ${type}, ${body}, ${at}::timestamptz, least(${at}::timestamptz, now()),
          ${new Date(at.getTime() + retriedMs)}::timestamptz
        from subscribed)
    select id, state from subscribed`.execute(tx.db);
  for (const { id, state } of rows) if (state === 'active') wakeWebhook(tx, { companyId, id });
};

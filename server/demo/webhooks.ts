import type { PoolClient } from 'pg';
import type { DeliveryFault, WebhookEvent } from '../../src/contract/webhooks.ts';
import { minuteMs } from '../../src/schema/kinds/time.ts';

const dayMinutes = 24 * 60;

interface PastDelivery {
  readonly minutesAgo: number;
  readonly event: WebhookEvent;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts?: number;
  readonly fault?: DeliveryFault;
  readonly code?: number;
  readonly durationMs?: number;
  readonly answer?: string;
}

const okDelivery = { state: 'delivered', attempts: 1, code: 200, answer: '{"ok":true}' } as const;
const pastDeliveries: readonly PastDelivery[] = [
  { minutesAgo: 12, event: 'accident.create', state: 'waiting' },
  { minutesAgo: 55, event: 'accident.move', ...okDelivery, durationMs: 84 },
  { minutesAgo: 140, event: 'accident.update', ...okDelivery, durationMs: 97 },
  {
    minutesAgo: 310,
    event: 'accident.create',
    ...okDelivery,
    attempts: 3,
    code: 202,
    durationMs: 412,
    answer: 'accepted',
  },
  {
    minutesAgo: 2900,
    event: 'accident.create',
    state: 'failed',
    attempts: 46,
    fault: 'status',
    code: 503,
    durationMs: 31,
    answer: 'Service Unavailable',
  },
  { minutesAgo: 2960, event: 'accident.create', ...okDelivery, durationMs: 88 },
];

/** Writes a webhook of the first company with its log. It is paused, so that the demo sends nothing. */
export const writeWebhooks = async (client: PoolClient, today: Date): Promise<void> => {
  const timeAt = (minutesAgo: number) => new Date(today.getTime() - minutesAgo * minuteMs);
  const { rows } = await client.query<{ company_id: number; id: number }>(
    `insert into webhook (company_id, url, events, secret, state, last_delivered_at, created_at, created_by)
     select company_id, 'https://crm.insurer.example/drivedesk/events',
       '{accident.create,accident.update,accident.move}', 'whsec_' || encode(sha256(gen_random_uuid()::text::bytea), 'base64'),
       'paused', $1, $2, full_name
     from account where email = 'manager@demo.drivedesk' returning company_id, id`,
    [timeAt(55), timeAt(60 * 24 * 40)],
  );
  const [hook] = rows;
  if (!hook) return;
  const { rows: accidents } = await client.query<{ data: object }>(
    `select json_build_object('Id', id, 'CrashUniqueIdentifier', crash_unique_identifier, 'ObjectId', object_id,
       'VoucherId', voucher_id, 'VoucherNumber', voucher_number, 'Status', status, 'Severity', severity, 'Version', version) as data
     from accident where company_id = $1 order by crash_at desc, id desc limit $2`,
    [hook.company_id, pastDeliveries.length],
  );
  for (const [index, delivery] of pastDeliveries.entries()) {
    const {
      minutesAgo,
      event,
      state,
      attempts = 0,
      code = null,
      durationMs = null,
      answer = '',
      fault = '',
    } = delivery;
    const createdAt = timeAt(minutesAgo);
    const body = JSON.stringify({ Type: event, Timestamp: createdAt.toISOString(), Data: accidents[index]?.data });
    await client.query(
      `insert into webhook_delivery (company_id, webhook_id, message_id, event, body, state, attempts, fault, response_code,
         duration_ms, answer_beginning, created_at, attempted_at, next_attempt_at, retry_until)
       values ($1, $2, 'msg_' || gen_random_uuid(), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        hook.company_id,
        hook.id,
        event,
        body,
        state,
        attempts,
        fault,
        code,
        durationMs,
        answer,
        createdAt,
        attempts === 0 ? null : timeAt(state === 'failed' ? minutesAgo - dayMinutes : minutesAgo),
        state === 'waiting' ? createdAt : null,
        timeAt(minutesAgo - dayMinutes),
      ],
    );
  }
};

import type { PoolClient } from 'pg';
import type { DeliveryFault, WebhookEvent } from '../../src/contract/webhooks.ts';
import { minuteMs } from '../../src/schema/kinds/time.ts';

const dayMinutes = 24 * 60;

interface Sent {
  readonly minutesAgo: number;
  readonly event: WebhookEvent;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts?: number;
  readonly fault?: DeliveryFault;
  readonly code?: number;
  readonly ms?: number;
  readonly answer?: string;
}

const ok = { state: 'delivered', attempts: 1, code: 200, answer: '{"ok":true}' } as const;
/** Deliveries of the last events, the newest first. */
const sent: readonly Sent[] = [
  { minutesAgo: 12, event: 'accident.create', state: 'waiting' },
  { minutesAgo: 55, event: 'accident.move', ...ok, ms: 84 },
  { minutesAgo: 140, event: 'accident.update', ...ok, ms: 97 },
  { minutesAgo: 310, event: 'accident.create', ...ok, attempts: 3, code: 202, ms: 412, answer: 'accepted' },
  {
    minutesAgo: 2900,
    event: 'accident.create',
    state: 'failed',
    attempts: 46,
    fault: 'status',
    code: 503,
    ms: 31,
    answer: 'Service Unavailable',
  },
  { minutesAgo: 2960, event: 'accident.create', ...ok, ms: 88 },
];

/** Writes a webhook of the first company with its log. It is paused, so that the demo sends nothing. */
export const writeWebhooks = async (client: PoolClient, today: Date): Promise<void> => {
  const at = (minutesAgo: number) => new Date(today.getTime() - minutesAgo * minuteMs);
  const { rows } = await client.query<{ company_id: number; id: number }>(
    `insert into webhook (company_id, url, events, secret, state, last_delivered_at, created_at, created_by)
     select company_id, 'https://crm.insurer.example/drivedesk/events',
       '{accident.create,accident.update,accident.move}', 'whsec_' || encode(sha256(gen_random_uuid()::text::bytea), 'base64'),
       'paused', $1, $2, full_name
     from account where email = 'manager@demo.drivedesk' returning company_id, id`,
    [at(55), at(60 * 24 * 40)],
  );
  const [hook] = rows;
  if (!hook) return;
  const { rows: accidents } = await client.query<{ data: object }>(
    `select json_build_object('Id', id, 'CrashUniqueIdentifier', crash_unique_identifier, 'ObjectId', object_id,
       'VoucherId', voucher_id, 'VoucherNumber', voucher_number, 'Status', status, 'Severity', severity, 'Version', version) as data
     from accident where company_id = $1 order by crash_at desc, id desc limit $2`,
    [hook.company_id, sent.length],
  );
  for (const [place, one] of sent.entries()) {
    const { minutesAgo, event, state, attempts = 0, code = null, ms = null, answer = '', fault = '' } = one;
    const created = at(minutesAgo);
    const body = JSON.stringify({ Type: event, Timestamp: created.toISOString(), Data: accidents[place]?.data });
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
        ms,
        answer,
        created,
        attempts === 0 ? null : at(state === 'failed' ? minutesAgo - dayMinutes : minutesAgo),
        state === 'waiting' ? created : null,
        at(minutesAgo - dayMinutes),
      ],
    );
  }
};

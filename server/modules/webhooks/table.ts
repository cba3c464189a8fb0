import { webhookDeliveries } from '../../../src/resources/webhookDeliveries.ts';
import { webhooks } from '../../../src/resources/webhooks.ts';
import { defineTable, type Fill } from '../../engine/table/define.ts';

// The table of webhooks is not cached, because deliveries update its rows outside `change`. Only an active webhook
// shows the moment until which it pauses.
export const webhooksTable = defineTable(webhooks, {
  cache: 'none',
  columns: { QuietUntil: `case when state = 'active' then quiet_until end` },
  present: (row, { nowIso }) => {
    if (row.QuietUntil && String(row.QuietUntil) < nowIso) row.QuietUntil = null;
  },
});

/**
 * Reads the planned attempts of deliveries by company and id. In a cluster, a join in the list's query would reach all
 * nodes.
 */
const fillNextAttempt: Fill = async (read, companyId, rows) => {
  const plannedAttempts = await read<{ id: number; at: string }>({
    text: `select delivery.id, delivery.next_attempt_at as at from webhook_delivery delivery
      join webhook hook on hook.company_id = delivery.company_id and hook.id = delivery.webhook_id and hook.state = 'active'
      where delivery.company_id = $1 and delivery.id = any($2::bigint[])`,
    values: [companyId, rows.map(({ Id }) => Id)],
  });
  const attemptTimes = new Map(plannedAttempts.map(({ id, at }) => [id, at]));
  for (const row of rows) row.NextAttemptAt = attemptTimes.get(row.Id as number) ?? null;
};

export const webhookDeliveriesTable = defineTable(webhookDeliveries, {
  cache: 'none',
  computed: { names: ['NextAttemptAt'], record: fillNextAttempt },
});

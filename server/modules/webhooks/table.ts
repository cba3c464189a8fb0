import { webhookDeliveries } from '../../../src/resources/webhookDeliveries.ts';
import { webhooks } from '../../../src/resources/webhooks.ts';
import { defineTable } from '../../table/define.ts';

// Both are written by whoever sends, beside changes. One that is not active attempts nothing, whatever was planned.
export const webhooksTable = defineTable(webhooks, {
  counted: true,
  touched: true,
  columns: { QuietUntil: `case when state = 'active' then quiet_until end` },
  present: (row, { nowIso }) => {
    if (row.QuietUntil && String(row.QuietUntil) < nowIso) row.QuietUntil = null;
  },
});
export const webhookDeliveriesTable = defineTable(webhookDeliveries, {
  counted: true,
  touched: true,
  columns: {
    NextAttemptAt: `case when (select hook.state from webhook hook where hook.company_id = webhook_delivery.company_id
      and hook.id = webhook_id) = 'active' then next_attempt_at end`,
  },
});

import { webhookDeliveries } from '../../../src/resources/webhookDeliveries.ts';
import { webhooks } from '../../../src/resources/webhooks.ts';
import { defineTable } from '../../table/define.ts';

// Both are written by whoever sends, beside changes.
export const webhooksTable = defineTable(webhooks, { counted: true, touched: true });
export const webhookDeliveriesTable = defineTable(webhookDeliveries, { counted: true, touched: true });

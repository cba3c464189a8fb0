import { defineModule } from '../../module.ts';
import { webhookActions, webhookDispatcher, webhookHandlers } from './routes.ts';
import { webhookDeliveriesTable, webhooksTable } from './table.ts';

export const webhooks = defineModule({
  calls: ({ context }) => webhookHandlers(context),
  tables: [webhooksTable, webhookDeliveriesTable],
  actions: ({ context }) => webhookActions(context),
  dispatchers: [webhookDispatcher],
});

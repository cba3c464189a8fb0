import { defineModule } from '../../module.ts';
import { webhookActions, webhookDispatcher, webhookHandlers } from './routes.ts';

export const webhooks = defineModule({
  calls: ({ context }) => webhookHandlers(context),
  actions: ({ context }) => webhookActions(context),
  dispatchers: [webhookDispatcher],
});

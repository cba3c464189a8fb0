import type { webhookCalls } from '../../../src/contract/calls/webhooks.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { activate } from './activating.ts';

export { webhookActions } from './actions.ts';
export { webhookDispatcher } from './dispatching.ts';

export const webhookHandlers = (context: Context): HandlersOf<keyof typeof webhookCalls> => ({
  'POST /api/webhook/activate': request => activate(context, request),
});

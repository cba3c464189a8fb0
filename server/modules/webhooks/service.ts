export { usualWebhooks, type WebhookSettings } from './address.ts';
export { webhookDispatcher } from './dispatching.ts';
export { queueEvent } from './queue.ts';

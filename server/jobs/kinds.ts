import { exportJob } from '../modules/exports/service.ts';
import { webhookDispatcher } from '../modules/webhooks/routes.ts';
import type { AnyJobKind, Dispatcher } from './define.ts';

/** Every kind of job there is. A kind is added here and nowhere else. */
export const jobKinds: readonly AnyJobKind[] = [exportJob];

/** What else the queue wakes. */
export const dispatchers: readonly Dispatcher[] = [webhookDispatcher];

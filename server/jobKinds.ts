import type { AnyJobKind, Dispatcher } from './jobs/define.ts';
import { makeBulkJob } from './modules/bulk/service.ts';
import { exportJob } from './modules/exports/service.ts';
import { importJob } from './modules/imports/service.ts';
import { recomputeJob } from './modules/recompute/job.ts';
import { webhookDispatcher } from './modules/webhooks/routes.ts';
import type { ActionServices } from './table/actions.ts';

/** Every kind of job there is. A kind is added here and nowhere else. */
export const makeJobKinds = (services: ActionServices): readonly AnyJobKind[] => [
  exportJob,
  importJob,
  recomputeJob,
  makeBulkJob(services),
];

/** What else the queue wakes. */
export const dispatchers: readonly Dispatcher[] = [webhookDispatcher];

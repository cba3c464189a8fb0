import { makeBulkJob } from './engine/bulk/service.ts';
import type { Dictionaries } from './engine/dictionaries.ts';
import { exportJob } from './engine/exports/service.ts';
import { importJob } from './engine/imports/service.ts';
import type { AnyJobKind } from './engine/jobs/define.ts';
import type { Woken } from './engine/jobs/queue.ts';
import type { ActionServices } from './engine/table/actions.ts';
import { letterTask, letterUpkeep } from './mail/queue.ts';
import { leaseCheck, overdueCheck } from './modules/accidents/routes.ts';
import { makeDossierJob } from './modules/dossier/routes.ts';
import { deviceCheck } from './modules/ingest/routes.ts';
import { quarantineCheck } from './modules/platforms/routes.ts';
import { outdatedCheck, recomputeJob } from './modules/recompute/service.ts';
import type { Catalogue } from './modules/texts/service.ts';
import { webhookDispatcher } from './modules/webhooks/routes.ts';

/** Every kind of job. A new kind is added here only. */
export const makeJobKinds = (
  services: ActionServices,
  dictionaries: Dictionaries,
  catalogue: Catalogue,
): readonly AnyJobKind[] => [
  exportJob,
  importJob,
  recomputeJob,
  makeBulkJob(services),
  makeDossierJob(dictionaries, catalogue),
];

/** Other work that the queue starts. */
export const woken: Woken = {
  dispatchers: [webhookDispatcher],
  tasks: [letterTask],
  scheduled: [deviceCheck, overdueCheck, leaseCheck, quarantineCheck, outdatedCheck, letterUpkeep],
};

import { makeBulkJob } from '../modules/bulk/service.ts';
import { exportJob } from '../modules/exports/service.ts';
import type { ActionServices } from '../table/actions.ts';
import type { AnyJobKind } from './define.ts';

/** Every kind of job there is. A kind is added here and nowhere else. */
export const makeJobKinds = (services: ActionServices): readonly AnyJobKind[] => [exportJob, makeBulkJob(services)];

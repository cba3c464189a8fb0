import { exportJob } from '../modules/exports/service.ts';
import { importJob } from '../modules/imports/service.ts';
import type { AnyJobKind } from './define.ts';

/** Every kind of job there is. A kind is added here and nowhere else. */
export const jobKinds: readonly AnyJobKind[] = [exportJob, importJob];

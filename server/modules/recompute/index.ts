import { defineModule } from '../../module.ts';
import { recomputeHandlers } from './routes.ts';
import { outdatedCheck, recomputeJob } from './service.ts';

export const recompute = defineModule({
  calls: ({ context }) => recomputeHandlers(context),
  jobs: () => [recomputeJob],
  scheduled: [outdatedCheck],
});

import { defineModule } from '../../module.ts';
import { outdatedDispatcher } from './outdatedTrips.ts';
import { recomputeHandlers } from './routes.ts';
import { recomputeJob } from './service.ts';

export const recompute = defineModule({
  calls: ({ context }) => recomputeHandlers(context),
  jobs: () => [recomputeJob],
  dispatchers: [outdatedDispatcher],
});

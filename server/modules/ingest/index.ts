import { defineModule } from '../../module.ts';
import { cutDispatcher } from './cutDispatcher.ts';
import { anomalyActions, deviceCheck, ingestHandlers } from './routes.ts';

export const ingest = defineModule({
  calls: ({ context }) => ingestHandlers(context),
  actions: ({ context }) => anomalyActions(context),
  dispatchers: [cutDispatcher],
  scheduled: [deviceCheck],
});

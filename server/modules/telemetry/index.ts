import { defineModule } from '../../module.ts';
import { telemetryHandlers } from './routes.ts';

export const telemetry = defineModule({
  calls: ({ context }) => telemetryHandlers(context),
});

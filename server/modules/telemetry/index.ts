import { defineModule } from '../../module.ts';
import { telemetryHandlers } from './routes.ts';
import { anomaliesTable } from './table.ts';

export const telemetry = defineModule({
  calls: ({ context }) => telemetryHandlers(context),
  tables: [anomaliesTable],
});

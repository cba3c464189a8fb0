import { defineModule } from '../../module.ts';
import { bulkHandlers } from './routes.ts';
import { makeBulkJob } from './service.ts';
import { bulkChangesTable } from './table.ts';

export const bulk = defineModule({
  calls: bulkHandlers,
  tables: [bulkChangesTable],
  jobs: services => [makeBulkJob(services)],
});

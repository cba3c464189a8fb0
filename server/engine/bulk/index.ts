import { defineModule } from '../../module.ts';
import { bulkHandlers } from './routes.ts';
import { makeBulkJob } from './service.ts';

export const bulk = defineModule({
  calls: bulkHandlers,
  jobs: services => [makeBulkJob(services)],
});

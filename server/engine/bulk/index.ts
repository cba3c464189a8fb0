import { defineModule } from '../../module.ts';
import { makeBulkJob } from './job.ts';
import { bulkHandlers } from './routes.ts';

export const bulk = defineModule({
  calls: bulkHandlers,
  jobs: services => [makeBulkJob(services)],
});

import { defineModule } from '../../module.ts';
import { exportHandlers } from './routes.ts';
import { exportJob } from './service.ts';
import { exportsTable } from './table.ts';

export const exportsModule = defineModule({
  calls: ({ context, dictionaries }) => exportHandlers(context, dictionaries),
  tables: [exportsTable],
  jobs: () => [exportJob],
});

import { defineModule } from '../../module.ts';
import { importHandlers } from './routes.ts';
import { importJob } from './service.ts';
import { importsTable } from './table.ts';

export const importsModule = defineModule({
  calls: ({ context, dictionaries }) => importHandlers(context, dictionaries),
  tables: [importsTable],
  jobs: () => [importJob],
});

import { defineModule } from '../../module.ts';
import { importHandlers } from './routes.ts';
import { importJob } from './service.ts';

export const importsModule = defineModule({
  calls: ({ context, dictionaries }) => importHandlers(context, dictionaries),
  jobs: () => [importJob],
});

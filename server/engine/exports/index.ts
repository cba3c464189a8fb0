import { defineModule } from '../../module.ts';
import { exportHandlers } from './routes.ts';
import { exportJob } from './service.ts';

export const exportsModule = defineModule({
  calls: ({ context, dictionaries }) => exportHandlers(context, dictionaries),
  jobs: () => [exportJob],
});

import { defineModule } from '../../module.ts';
import { healthHandlers } from './routes.ts';

export const health = defineModule({
  calls: ({ context }) => healthHandlers(context),
});

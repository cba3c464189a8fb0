import { defineModule } from '../../module.ts';
import { weatherHandlers } from './routes.ts';

export const weather = defineModule({
  calls: ({ context }) => weatherHandlers(context),
});

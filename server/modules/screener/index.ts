import { defineModule } from '../../module.ts';
import { screenerHandlers } from './routes.ts';

export const screener = defineModule({
  calls: ({ context }) => screenerHandlers(context),
});

import { defineModule } from '../../module.ts';
import { roomHandlers } from './routes.ts';

export const room = defineModule({
  calls: ({ context }) => roomHandlers(context),
});

import { defineModule } from '../../module.ts';
import { messageHandlers } from './routes.ts';

export const messages = defineModule({
  calls: ({ context }) => messageHandlers(context),
});

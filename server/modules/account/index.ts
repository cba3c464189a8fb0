import { defineModule } from '../../module.ts';
import { accountHandlers } from './routes.ts';

export const account = defineModule({
  calls: ({ context, authentication }) => accountHandlers(context, authentication),
});

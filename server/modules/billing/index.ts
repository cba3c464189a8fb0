import { defineModule } from '../../module.ts';
import { billingHandlers } from './routes.ts';

export const billing = defineModule({
  calls: ({ context }) => billingHandlers(context),
});

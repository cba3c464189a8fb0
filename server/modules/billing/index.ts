import { defineModule } from '../../module.ts';
import { billingHandlers } from './routes.ts';
import { billedVouchersTable } from './table.ts';

export const billing = defineModule({
  calls: ({ context }) => billingHandlers(context),
  tables: [billedVouchersTable],
});

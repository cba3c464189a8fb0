import { defineModule } from '../../module.ts';
import { auditHandlers } from './routes.ts';

export const audit = defineModule({
  calls: ({ context }) => auditHandlers(context),
});

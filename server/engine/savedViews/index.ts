import { defineModule } from '../../module.ts';
import { savedViewHandlers } from './routes.ts';

export const savedViews = defineModule({
  calls: ({ context }) => savedViewHandlers(context),
});

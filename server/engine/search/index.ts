import { defineModule } from '../../module.ts';
import { searchHandlers } from './routes.ts';

export const search = defineModule({
  calls: ({ context }) => searchHandlers(context),
});

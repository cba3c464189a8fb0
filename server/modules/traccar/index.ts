import { defineModule } from '../../module.ts';
import { traccarHandlers } from './routes.ts';

export const traccar = defineModule({
  calls: ({ context }) => traccarHandlers(context),
});

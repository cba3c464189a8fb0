import { defineModule } from '../../module.ts';
import { imageHandlers } from './routes.ts';

export const images = defineModule({
  calls: ({ context }) => imageHandlers(context),
});

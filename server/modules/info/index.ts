import { defineModule } from '../../module.ts';
import { infoHandlers } from './routes.ts';

export const info = defineModule({
  calls: ({ context, dictionaries }) => infoHandlers(context, dictionaries),
});

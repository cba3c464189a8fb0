import { defineModule } from '../../module.ts';
import { textHandlers } from './routes.ts';

export const texts = defineModule({
  calls: ({ context, dictionaries, catalogue }) => textHandlers(context, dictionaries, catalogue),
});

import { defineModule } from '../../module.ts';
import { deviceHandlers } from './routes.ts';

export const devices = defineModule({
  calls: ({ context, dictionaries }) => deviceHandlers(context, dictionaries),
});

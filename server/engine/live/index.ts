import { defineModule } from '../../module.ts';
import { liveHandlers } from './routes.ts';

export const live = defineModule({
  calls: ({ hub }) => liveHandlers(hub),
});

import { defineModule } from '../../module.ts';
import { statisticHandlers } from './routes.ts';

export const statistics = defineModule({
  calls: ({ context }) => statisticHandlers(context),
});

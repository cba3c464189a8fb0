import { defineModule } from '../../module.ts';
import { platformHandlers, quarantineCheck } from './routes.ts';

export const platforms = defineModule({
  calls: ({ context, dictionaries }) => platformHandlers(context, dictionaries),
  scheduled: [quarantineCheck],
});

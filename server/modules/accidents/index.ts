import { defineModule } from '../../module.ts';
import { accidentActions, accidentHandlers, freshCheck, leaseCheck, overdueCheck } from './routes.ts';

export { accidentNotifications } from './notifications.ts';

export const accidents = defineModule({
  calls: ({ context, dictionaries }) => accidentHandlers(context, dictionaries),
  actions: ({ context }) => ({ accidents: accidentActions(context) }),
  scheduled: [overdueCheck, freshCheck, leaseCheck],
});

import { defineModule } from '../../module.ts';
import type { NotificationSubject } from './repository.ts';
import { notificationHandlers } from './routes.ts';

/** Returns the module that serves notifications. `subject`: the records that the product's notifications are about. */
export const makeNotifications = (subject: NotificationSubject) =>
  defineModule({
    calls: ({ context }) => notificationHandlers(context, subject),
  });

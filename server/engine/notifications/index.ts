import { defineModule } from '../../module.ts';
import type { NotificationSubject } from './repository.ts';
import { notificationHandlers } from './routes.ts';

/**
 * Returns the module that serves notifications. `subject`: columns and texts that the product adds from the records
 * that its notifications are about.
 */
export const makeNotifications = (subject: NotificationSubject) =>
  defineModule({
    calls: ({ context }) => notificationHandlers(context, subject),
  });

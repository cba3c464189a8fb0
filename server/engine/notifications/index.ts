import { defineModule } from '../../module.ts';
import type { NotificationSubject } from './repository.ts';
import { notificationHandlers } from './routes.ts';

/** Returns the module of notifications about these records. */
export const notificationsAbout = (subject: NotificationSubject) =>
  defineModule({
    calls: ({ context }) => notificationHandlers(context, subject),
  });

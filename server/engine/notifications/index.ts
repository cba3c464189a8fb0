import type { Request } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { defineModule } from '../../module.ts';
import { markRead, type NotificationSubject, notificationReader, readUnread } from './repository.ts';

/**
 * Returns the module that serves notifications. `subject`: columns and texts that the product adds from the records
 * that its notifications are about.
 */
export const makeNotifications = (subject: NotificationSubject) =>
  defineModule({
    calls: ({ context }) => {
      const { db, now } = context;
      const { readPage, readOne } = notificationReader(subject);
      /**
       * Marks notifications as read or unread. The event makes the user's other tabs and browsers refresh the number of
       * unread ones.
       */
      const mark = (
        { caller, change }: Pick<Request<'POST /api/v3/notifications/read'>, 'caller' | 'change'>,
        read: boolean,
        id?: number,
      ) =>
        change(async tx => {
          const changed = await markRead(tx.db, caller, { now: now(), read, ...(id !== undefined && { id }) });
          if (changed) tx.emit('notification', { Kind: 'read' }, caller.accountId);
          return { changed };
        });
      return {
        'GET /api/v3/notifications': ({ caller, query, locale }) => readPage(context, caller, { query, locale }),
        'GET /api/v3/notifications/unread': ({ caller }) => readUnread(db, caller, now()),
        'PUT /api/v3/notifications/{id}': async request => {
          await mark(request, request.body.read, request.params.id);
          const row = await readOne(db, request.caller, request.params.id, request.locale);
          if (!row || row.at > now().toISOString()) throw notFound();
          return row;
        },
        'POST /api/v3/notifications/read': async request => {
          await mark(request, true);
          return readUnread(db, request.caller, now());
        },
      };
    },
  });

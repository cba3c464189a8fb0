import type { Context, HandlersOf, Request } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { ranged, readRestFilter, readRestPage } from '../../table/rest.ts';
import { filters, markRead, readNotifications, readOne, readUnread, sorts } from './repository.ts';

type Names =
  | 'GET /api/v3/notifications'
  | 'GET /api/v3/notifications/unread'
  | 'PUT /api/v3/notifications/{id}'
  | 'POST /api/v3/notifications/read';

export const notificationHandlers = ({ db, reads, now }: Context): HandlersOf<Names> => {
  /** The person's other tabs and browsers count anew. */
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
    'GET /api/v3/notifications': async ({ caller, query }) => {
      const question = { ...readRestPage(query, sorts), filter: readRestFilter(query, filters, '{"read":false}') };
      const { items, total } = await readNotifications(reads.db, caller, now(), question);
      return ranged('notifications', question, items, total);
    },
    'GET /api/v3/notifications/unread': ({ caller }) => readUnread(db, caller, now()),
    'PUT /api/v3/notifications/{id}': async request => {
      await mark(request, request.body.read, request.params.id);
      const row = await readOne(db, request.caller, request.params.id);
      if (!row || row.at > now().toISOString()) throw notFound();
      return row;
    },
    'POST /api/v3/notifications/read': async request => {
      await mark(request, true);
      return readUnread(db, request.caller, now());
    },
  };
};

import type { Context, HandlersOf } from '../../context.ts';
import { ranged, readRestFilter, readRestPage } from '../../table/rest.ts';
import { filters, readMessages, readPeople, readUnread, sorts, threadOf } from './repository.ts';
import { post, readUpTo, remove } from './service.ts';

type Names =
  | 'GET /api/v3/messages'
  | 'POST /api/v3/messages'
  | 'DELETE /api/v3/messages/{id}'
  | 'GET /api/v3/messages/unread'
  | 'POST /api/v3/messages/read'
  | 'GET /api/v3/messages/people';

export const messageHandlers = (context: Context): HandlersOf<Names> => ({
  'GET /api/v3/messages': async ({ caller, query }) => {
    const question = { ...readRestPage(query, sorts), filter: readRestFilter(query, filters, '{"accidentId":7}') };
    const { items, total } = await readMessages(context.reads.db, caller, question);
    return ranged('messages', question, items, total);
  },
  'POST /api/v3/messages': request => post(context, request, request.body),
  'DELETE /api/v3/messages/{id}': request => remove(request, request.params.id),
  'GET /api/v3/messages/unread': ({ caller, query }) => readUnread(context.db, caller, threadOf(query.accidentId)),
  'POST /api/v3/messages/read': request => readUpTo(request, request.body),
  'GET /api/v3/messages/people': ({ caller }) => readPeople(context.db, caller.companyId),
});

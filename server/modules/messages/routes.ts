import type { Context, HandlersOf } from '../../context.ts';
import { readMessages, readPeople, readUnread, threadOf } from './repository.ts';
import { post, readUpTo, remove } from './service.ts';

type Names =
  | 'GET /api/v3/messages'
  | 'POST /api/v3/messages'
  | 'DELETE /api/v3/messages/{id}'
  | 'GET /api/v3/messages/unread'
  | 'POST /api/v3/messages/read'
  | 'GET /api/v3/messages/people';

export const messageHandlers = (context: Context): HandlersOf<Names> => ({
  'GET /api/v3/messages': ({ caller, query }) => readMessages(context, caller, query),
  'POST /api/v3/messages': request => post(context, request, request.body),
  'DELETE /api/v3/messages/{id}': request => remove(request, request.params.id),
  'GET /api/v3/messages/unread': ({ caller, query }) => readUnread(context.db, caller, threadOf(query.accidentId)),
  'POST /api/v3/messages/read': request => readUpTo(request, request.body),
  'GET /api/v3/messages/people': ({ caller }) => readPeople(context.db, caller.companyId),
});

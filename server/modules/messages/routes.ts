import type { Context, HandlersOf } from '../../context.ts';
import { readMessages, readPeople, readUnread, toThreadId } from './repository.ts';
import { markAsRead, postMessage, removeMessage } from './service.ts';

type CallName =
  | 'GET /api/v3/messages'
  | 'POST /api/v3/messages'
  | 'DELETE /api/v3/messages/{id}'
  | 'GET /api/v3/messages/unread'
  | 'POST /api/v3/messages/read'
  | 'GET /api/v3/messages/people';

export const messageHandlers = (context: Context): HandlersOf<CallName> => ({
  'GET /api/v3/messages': ({ caller, query }) => readMessages(context, caller, query),
  'POST /api/v3/messages': request => postMessage(context, request, request.body),
  'DELETE /api/v3/messages/{id}': request => removeMessage(request, request.params.id),
  'GET /api/v3/messages/unread': ({ caller, query }) => readUnread(context.db, caller, toThreadId(query.accidentId)),
  'POST /api/v3/messages/read': request => markAsRead(request, request.body),
  'GET /api/v3/messages/people': ({ caller }) => readPeople(context.db, caller.companyId),
});

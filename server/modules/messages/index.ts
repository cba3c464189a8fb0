import { defineModule } from '../../module.ts';
import { readMessages, readPeople, readUnread, toThreadId } from './repository.ts';
import { markAsRead, postMessage, removeMessage } from './service.ts';

export const messages = defineModule({
  calls: ({ context }) => ({
    'GET /api/v3/messages': ({ caller, query }) => readMessages(context, caller, query),
    'POST /api/v3/messages': request => postMessage(context, request, request.body),
    'DELETE /api/v3/messages/{id}': request => removeMessage(request, request.params.id),
    'GET /api/v3/messages/unread': ({ caller, query }) => readUnread(context.db, caller, toThreadId(query.accidentId)),
    'POST /api/v3/messages/read': request => markAsRead(request, request.body),
    'GET /api/v3/messages/people': ({ caller }) => readPeople(context.db, caller.companyId),
  }),
});

import Type from 'typebox';
import { Done, Id, IdParams, nullable, RestQuery } from '../shapes/common.ts';
import { StreamEvent } from '../shapes/live.ts';
import { MessageRow, MessageText, NotificationRow, Person, UnreadNotifications } from '../shapes/messages.ts';

const access = 'account';
const Thread = Type.Object({ accidentId: Type.Optional(Id) });

export const liveCalls = {
  'GET /api/v3/events': {
    tag: 'Live',
    purpose:
      'What changes in the company, as server-sent events; a comment every `BeatS` seconds. With `Last-Event-ID` what was missed comes first, up to a day back, else `reset`. Ends with the session.',
    access,
    query: Type.Object({
      /** Without `Last-Event-ID`: begin with what happened in these last seconds. */
      back: Type.Optional(Type.Integer({ minimum: 0, maximum: 600 })),
    }),
    stream: StreamEvent,
  },
  'GET /api/v3/notifications': {
    tag: 'Notifications',
    purpose: "The caller's notifications, newest first, in the dialect of ra-data-simple-rest; filter by read, kind.",
    access,
    query: RestQuery,
    answer: Type.Array(NotificationRow),
  },
  'GET /api/v3/notifications/unread': {
    tag: 'Notifications',
    purpose: 'How many are unread.',
    access,
    answer: UnreadNotifications,
  },
  'PUT /api/v3/notifications/{id}': {
    tag: 'Notifications',
    purpose: 'Mark one as read or unread.',
    access,
    params: IdParams,
    body: Type.Object({ read: Type.Boolean() }),
    answer: NotificationRow,
  },
  'POST /api/v3/notifications/read': {
    tag: 'Notifications',
    purpose: 'Mark all as read.',
    access,
    answer: UnreadNotifications,
  },
  'GET /api/v3/messages': {
    tag: 'Team chat',
    purpose:
      "The company's thread, newest first, in the dialect of ra-data-simple-rest; filter by accidentId for the thread of an accident.",
    access,
    query: RestQuery,
    answer: Type.Array(MessageRow),
  },
  'POST /api/v3/messages': {
    tag: 'Team chat',
    purpose: 'Say something. `@Full Name` and an answer to a message notify the person.',
    access,
    body: MessageText,
    answer: MessageRow,
    status: 201,
  },
  'DELETE /api/v3/messages/{id}': {
    tag: 'Team chat',
    purpose: 'Delete a message: its author or a MANAGER.',
    access,
    params: IdParams,
    answer: Done,
  },
  'GET /api/v3/messages/unread': {
    tag: 'Team chat',
    purpose: "How many of other people's messages the caller has not read.",
    access,
    query: Thread,
    answer: Type.Object({ count: Type.Integer(), readUpTo: nullable(Id) }),
  },
  'POST /api/v3/messages/read': {
    tag: 'Team chat',
    purpose: 'The caller has read a thread up to a message.',
    access,
    body: Type.Object({ upTo: Id, accidentId: Type.Optional(nullable(Id)) }, { additionalProperties: false }),
    answer: Done,
  },
  'GET /api/v3/messages/people': {
    tag: 'Team chat',
    purpose: 'Who can be mentioned.',
    access,
    answer: Type.Array(Person),
  },
} as const;

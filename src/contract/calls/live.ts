import Type from 'typebox';
import { Done, Id, IdParams, nullable, RestQuery } from '../shapes/common.ts';
import { StreamEvent } from '../shapes/live.ts';
import { MessageRow, MessageText, NotificationRow, Person, UnreadNotifications } from '../shapes/messages.ts';

const access = 'account';
const ThreadQuery = Type.Object({ accidentId: Type.Optional(Id) });

export const liveCalls = {
  'GET /api/v3/events': {
    tag: 'Live',
    title: 'Stream live events',
    purpose:
      'Changes in the company as server-sent events, with a comment every `BeatS` seconds. With `Last-Event-ID`, missed events of up to a day are sent first, otherwise `reset`. Ends with the session.',
    access,
    query: Type.Object({
      /**
       * Number of past seconds whose events the stream sends first. The parameter is used only without the header
       * `Last-Event-ID`.
       */
      back: Type.Optional(Type.Integer({ minimum: 0, maximum: 600 })),
    }),
    stream: StreamEvent,
  },
  'GET /api/v3/notifications': {
    tag: 'Notifications',
    title: 'List notifications',
    purpose: "The caller's notifications, newest first, in the dialect of ra-data-simple-rest; filter by read, kind.",
    access,
    query: RestQuery,
    answer: Type.Array(NotificationRow),
  },
  'GET /api/v3/notifications/unread': {
    tag: 'Notifications',
    title: 'Count unread notifications',
    purpose: 'Number of unread notifications.',
    access,
    answer: UnreadNotifications,
  },
  'PUT /api/v3/notifications/{id}': {
    tag: 'Notifications',
    title: 'Mark a notification read or unread',
    purpose: 'Mark one notification as read or unread.',
    access,
    params: IdParams,
    body: Type.Object({ read: Type.Boolean() }),
    answer: NotificationRow,
  },
  'POST /api/v3/notifications/read': {
    tag: 'Notifications',
    title: 'Mark all notifications read',
    purpose: 'Mark all notifications as read.',
    access,
    answer: UnreadNotifications,
  },
  'GET /api/v3/messages': {
    tag: 'Team chat',
    title: 'List messages',
    purpose:
      "The company's thread, newest first, in the dialect of ra-data-simple-rest; filter by accidentId for the thread of an accident.",
    access,
    query: RestQuery,
    answer: Type.Array(MessageRow),
  },
  'POST /api/v3/messages': {
    tag: 'Team chat',
    title: 'Post a message',
    purpose: 'Post a message. `@Full Name` and a reply notify the person.',
    access,
    body: MessageText,
    answer: MessageRow,
    status: 201,
  },
  'DELETE /api/v3/messages/{id}': {
    tag: 'Team chat',
    title: 'Delete a message',
    purpose: 'Delete a message. Only its author and a MANAGER may do so.',
    access,
    params: IdParams,
    answer: Done,
  },
  'GET /api/v3/messages/unread': {
    tag: 'Team chat',
    title: 'Count unread messages',
    purpose: "Number of other people's messages that the caller has not read.",
    access,
    query: ThreadQuery,
    answer: Type.Object({ count: Type.Integer(), readUpTo: nullable(Id) }),
  },
  'POST /api/v3/messages/read': {
    tag: 'Team chat',
    title: 'Mark a thread read',
    purpose: 'Marks the messages of a thread as read up to a message.',
    access,
    body: Type.Object({ upTo: Id, accidentId: Type.Optional(nullable(Id)) }, { additionalProperties: false }),
    answer: Done,
  },
  'GET /api/v3/messages/people': {
    tag: 'Team chat',
    title: 'List people to mention',
    purpose: 'People who can be mentioned in a message.',
    access,
    answer: Type.Array(Person),
  },
} as const;

import Type, { type Static } from 'typebox';
import { AccidentStatus, Severity } from './accident.ts';
import { Id, Moment, nullable, ObjectId } from './common.ts';

/**
 * - `major`: a major accident has come in
 * - `takenOver`: somebody took a case over from me
 * - `reply`, `mention`: somebody spoke to me in the team chat
 * - `call`: the time of a call I planned has come
 */
const notificationKinds = ['major', 'takenOver', 'reply', 'mention', 'call'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const NotificationRow = Type.Object({
  id: Id,
  at: Moment,
  kind: Type.Enum([...notificationKinds]),
  read: Type.Boolean(),
  /** Who it comes from, where that is a person. */
  actorName: nullable(Type.String()),
  /** The reason of a takeover, the beginning of a message. */
  text: nullable(Type.String()),
  messageId: nullable(Id),
  /** The accident it is about, as it is now. */
  accident: nullable(
    Type.Object({
      id: Id,
      objectId: ObjectId,
      status: AccidentStatus,
      clientName: Type.String(),
      regNumber: Type.String(),
      maximumAcceleration: nullable(Type.Number()),
      severity: nullable(Severity),
    }),
  ),
});
export type NotificationRow = Static<typeof NotificationRow>;

/** `nextAt`: when the next planned call becomes a notification. */
export const UnreadNotifications = Type.Object({ count: Type.Integer(), nextAt: nullable(Moment) });

const messageMaxLength = 4000;
export const MessageText = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: messageMaxLength }),
    /** The thread of one accident instead of the company's. */
    accidentId: Type.Optional(nullable(Id)),
    replyToId: Type.Optional(nullable(Id)),
  },
  { additionalProperties: false },
);
export const MessageRow = Type.Object({
  id: Id,
  at: Moment,
  text: Type.String(),
  authorId: Id,
  authorName: Type.String(),
  accidentId: nullable(Id),
  /** What it answers; null when that was deleted. */
  replyTo: nullable(Type.Object({ id: Id, authorName: Type.String(), text: Type.String() })),
});
export type MessageRow = Static<typeof MessageRow>;

export const Person = Type.Object({ id: Id, fullName: Type.String() });

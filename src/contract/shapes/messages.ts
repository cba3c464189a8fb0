import Type from 'typebox';
import { jobNoticeKinds } from '../states.ts';
import type { Static } from '../static.ts';
import { AccidentStatus, Severity } from './accident.ts';
import { Id, Moment, nullable, ObjectId } from './common.ts';

/**
 * - `major`: a new major accident
 * - `takenOver`: somebody took over the recipient's accident
 * - `handedOver`: the recipient has got cases of somebody who leaves
 * - `reply`, `mention`: in the team chat
 * - `call`: a call the recipient planned is due
 * - `alarm`: a device tells of an SOS, a tow, jamming or another alarm
 * - `webhookOff`: a webhook is off after too many failures
 * - `export`, `bulk`, `import`, each with `Failed`: a job that the recipient began is over
 */
const notificationKinds = [
  'major',
  'takenOver',
  'handedOver',
  'reply',
  'mention',
  'call',
  'webhookOff',
  'alarm',
  ...jobNoticeKinds,
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const NotificationRow = Type.Object({
  id: Id,
  at: Moment,
  kind: Type.Enum([...notificationKinds]),
  read: Type.Boolean(),
  /** Its author, if a person; of cases handed over, whose they were. */
  actorName: nullable(Type.String()),
  /** Reason of a takeover, the beginning of a message, what became of a job, or the address of a webhook. */
  text: nullable(Type.String()),
  /** How many cases were handed over. */
  cases: nullable(Type.Integer()),
  messageId: nullable(Id),
  /** Address in the cabinet of what a job has made or changed. */
  path: nullable(Type.String()),
  /** The accident in its current state. */
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

/** `nextAt`: when the next planned call is due. */
export const UnreadNotifications = Type.Object({ count: Type.Integer(), nextAt: nullable(Moment) });

const messageMaxLength = 4000;
export const MessageText = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: messageMaxLength }),
    /** The thread of an accident instead of the company's. */
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
  /** The message it replies to; null if that was deleted. */
  replyTo: nullable(Type.Object({ id: Id, authorName: Type.String(), text: Type.String() })),
});
export type MessageRow = Static<typeof MessageRow>;

export const Person = Type.Object({ id: Id, fullName: Type.String() });

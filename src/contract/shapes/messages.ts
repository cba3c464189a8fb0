import Type from 'typebox';
import { messageMaxLength } from '../limits.ts';
import { jobNoticeKinds } from '../states.ts';
import type { Static } from '../static.ts';
import { AccidentStatus, Severity } from './accident.ts';
import type { cabinetNotices } from './account.ts';
import { Id, Moment, nullable, ObjectId } from './common.ts';

/**
 * Kinds of notifications:
 * - `major`: a new major accident
 * - `takenOver`: somebody took over the recipient's accident
 * - `handedOver`: the recipient received the cases of an operator who leaves
 * - `reply`, `mention`: somebody replied to the recipient or mentioned the recipient in the team chat
 * - `call`: a planned phone call of the recipient is due
 * - `alarm`: a device reports SOS, towing, jamming or another alarm
 * - `webhookOff`: a webhook was switched off after too many failures
 * - `export`, `bulk`, `import`, `recompute`, `dossier`, each also with `Failed`: a job of the recipient has ended
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

/** Setting of the account that switches a kind of notification on or off. Null: the kind is always on. */
export const notificationSwitches: { readonly [Kind in NotificationKind]: (typeof cabinetNotices)[number] | null } = {
  major: 'Major',
  takenOver: 'TakenOver',
  handedOver: 'HandedOver',
  reply: 'Reply',
  mention: 'Mention',
  call: 'Call',
  export: 'Jobs',
  exportFailed: 'Jobs',
  bulk: 'Jobs',
  bulkFailed: 'Jobs',
  import: 'Jobs',
  importFailed: 'Jobs',
  recompute: 'Jobs',
  recomputeFailed: 'Jobs',
  dossier: 'Jobs',
  dossierFailed: 'Jobs',
  webhookOff: null,
  alarm: null,
};

export const NotificationRow = Type.Object({
  id: Id,
  at: Moment,
  kind: Type.Enum([...notificationKinds]),
  read: Type.Boolean(),
  /** The person who caused the event. For handed-over cases: their former operator. Null if no person caused it. */
  actorName: nullable(Type.String()),
  /** Text of the notification: reason of a takeover, beginning of a message, result of a job, or URL of a webhook. */
  text: nullable(Type.String()),
  /** Number of cases that the recipient received from an operator who leaves. */
  cases: nullable(Type.Integer()),
  messageId: nullable(Id),
  /** Path of the page in the application that shows the job's result. */
  path: nullable(Type.String()),
  /** Present state of the accident that the notification is about. */
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

/** Number of the caller's unread notifications. `nextAt`: time of the next planned phone call. */
export const UnreadNotifications = Type.Object({ count: Type.Integer(), nextAt: nullable(Moment) });

export const MessageText = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: messageMaxLength }),
    /** Accident in whose thread the message is posted. Absent: the message is posted in the company's thread. */
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
  /** The message that this one replies to. Null if that message was deleted. */
  replyTo: nullable(Type.Object({ id: Id, authorName: Type.String(), text: Type.String() })),
});
export type MessageRow = Static<typeof MessageRow>;

export const Person = Type.Object({ id: Id, fullName: Type.String() });

import Type, { type Static } from 'typebox';
import { AccidentStatus, Severity } from './accident.ts';
import { Id, Moment, nullable } from './common.ts';
import { JobNews } from './jobs.ts';

/** An accident has come or was changed: enough to put a row of a list right without asking for it. */
const AccidentNews = Type.Object({
  Id,
  ObjectId: Type.String(),
  /** As in the history: create, update, move, lock, takeOver, unlock, note, noteChange, image, … */
  Action: Type.String(),
  /** Names of the fields that changed. */
  Fields: Type.Array(Type.String()),
  /** Null: a device. */
  ActorId: nullable(Id),
  Status: AccidentStatus,
  /** The bucket it was in, if it has moved. */
  StatusBefore: nullable(AccidentStatus),
  StatusOfRoadAccidentID: Type.Integer(),
  Severity: nullable(Severity),
  DateTimeOfNextCall: nullable(Moment),
  LockedBy: nullable(Id),
  LockedByName: nullable(Type.String()),
  LockedUntil: nullable(Moment),
  Version: Type.Integer(),
});

/** The caller's notifications have changed. */
const NotificationNews = Type.Object({ Kind: Type.String() });

/** A thread of the team chat has changed, or the caller has read on in another tab (`read`, up to `Id`). */
const MessageNews = Type.Object({
  Action: Type.Enum(['posted', 'deleted', 'read']),
  Id,
  AccidentId: nullable(Id),
  AuthorId: Id,
});

/** A record of a described resource was made, changed or removed. */
const RecordNews = Type.Object({
  Resource: Type.String(),
  Id,
  Action: Type.String(),
  /** Null: the system. */
  ActorId: nullable(Id),
});

const news = {
  accident: AccidentNews,
  notification: NotificationNews,
  message: MessageNews,
  record: RecordNews,
  job: JobNews,
} as const;
export type NewsType = keyof typeof news;
type NewsByType = { readonly [T in NewsType]: Static<(typeof news)[T]> };
export type NewsOf<T extends NewsType> = NewsByType[T];
export type News = { [T in NewsType]: { readonly type: T; readonly data: NewsOf<T> } }[NewsType];

const event = <T extends string, D extends Parameters<typeof Type.Object>[0][string]>(name: T, data: D) =>
  Type.Object({ event: Type.Literal(name), data });

/** A comment comes at least this often: when it does not, the line hangs. */
const Beats = Type.Object({ BeatS: Type.Number() });

/** What may come through the stream; `id` of each is the place to resume from. */
export const StreamEvent = Type.Union([
  event('accident', AccidentNews),
  event('notification', NotificationNews),
  event('message', MessageNews),
  event('record', RecordNews),
  event('job', JobNews),
  /** The stream is open; what was missed since `Last-Event-ID` follows. */
  event('ready', Beats),
  /** What was missed is no longer kept: read everything anew. */
  event('reset', Beats),
]);

import Type from 'typebox';
import type { Static } from '../static.ts';
import { AccidentStatus, Severity } from './accident.ts';
import { RecordsEvent } from './bulk.ts';
import { Id, Moment, nullable } from './common.ts';
import { JobEvent } from './jobs.ts';

/** Event: an accident was created or changed. The event holds enough to update a list row without a request. */
const AccidentEvent = Type.Object({
  Id,
  ObjectId: Type.String(),
  /** Action as in the history: create, update, move, lock, takeOver, unlock, note, noteChange, image, … */
  Action: Type.String(),
  /** Names of the accident's changed fields. */
  Fields: Type.Array(Type.String()),
  /** Account that made the change. Null: a device made it. */
  ActorId: nullable(Id),
  Status: AccidentStatus,
  /** Previous bucket if the accident moved, otherwise null. */
  StatusBefore: nullable(AccidentStatus),
  StatusOfRoadAccidentID: Type.Integer(),
  Severity: nullable(Severity),
  DateTimeOfNextCall: nullable(Moment),
  LockedBy: nullable(Id),
  LockedByName: nullable(Type.String()),
  LockedUntil: nullable(Moment),
  Version: Type.Integer(),
});

/** Event: the caller's notifications have changed. */
const NotificationEvent = Type.Object({ Kind: Type.String() });

/**
 * Event: a message of the team chat was posted or deleted. Action `read`: the caller read a thread in another tab up to
 * message `Id`.
 */
const ChatMessageEvent = Type.Object({
  Action: Type.Enum(['posted', 'deleted', 'read']),
  Id,
  AccidentId: nullable(Id),
  AuthorId: Id,
});

/** Event: a record of a resource with a description was created, changed or removed. */
const RecordEvent = Type.Object({
  Resource: Type.String(),
  Id,
  Action: Type.String(),
  /** Account that made the change. Null: the system made it. */
  ActorId: nullable(Id),
});

const eventSchemas = {
  accident: AccidentEvent,
  notification: NotificationEvent,
  message: ChatMessageEvent,
  record: RecordEvent,
  records: RecordsEvent,
  job: JobEvent,
} as const;
export type EventType = keyof typeof eventSchemas;
type EventByType = { readonly [T in EventType]: Static<(typeof eventSchemas)[T]> };
export type EventOf<T extends EventType> = EventByType[T];
export type LiveEvent = { [T in EventType]: { readonly type: T; readonly data: EventOf<T> } }[EventType];

const eventSchema = <T extends string, D extends Parameters<typeof Type.Object>[0][string]>(name: T, properties: D) =>
  Type.Object({ event: Type.Literal(name), data: properties });

/**
 * Maximum interval between heartbeats (comments in the stream), seconds. A longer silence means a broken connection.
 */
const HeartbeatInterval = Type.Object({ BeatS: Type.Number() });

/** Events of the stream. After a disconnect the client resumes from the `id` of its last event. */
export const StreamEvent = Type.Union([
  eventSchema('accident', AccidentEvent),
  eventSchema('notification', NotificationEvent),
  eventSchema('message', ChatMessageEvent),
  eventSchema('record', RecordEvent),
  /** One `records` event replaces many `record` events after a bulk change. */
  eventSchema('records', RecordsEvent),
  eventSchema('job', JobEvent),
  /** Event `ready`: the stream is open. Events that the client missed since `Last-Event-ID` follow. */
  eventSchema('ready', HeartbeatInterval),
  /** Event `reset`: the server no longer stores the missed events, so the client must refetch everything. */
  eventSchema('reset', HeartbeatInterval),
]);

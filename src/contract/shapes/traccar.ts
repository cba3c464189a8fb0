import Type from 'typebox';
import type { Static } from '../static.ts';
import { nullable } from './common.ts';
import { CrashResult, StatisticResult } from './telemetry.ts';

/** What Traccar's Position, Device and Event have beside these is taken and left unread: it differs by version. */
const more = { additionalProperties: true } as const;
const time = nullable(Type.String({ maxLength: 64 }));

export const TraccarPosition = Type.Object(
  {
    protocol: Type.Optional(nullable(Type.String({ maxLength: 60 }))),
    deviceTime: Type.Optional(time),
    fixTime: Type.Optional(time),
    /** The receiver had a fix. */
    valid: Type.Optional(Type.Boolean()),
    /** The place is that of the fix before. */
    outdated: Type.Optional(Type.Boolean()),
    latitude: Type.Number(),
    longitude: Type.Number(),
    /** Metres. */
    altitude: Type.Optional(Type.Number()),
    /** Knots. */
    speed: Type.Optional(Type.Number()),
    course: Type.Optional(Type.Number()),
    attributes: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown()))),
  },
  more,
);
export type TraccarPosition = Static<typeof TraccarPosition>;

/** A position (`forward.url`) or an event (`event.forward.url`) as Traccar forwards it as JSON. */
export const TraccarMessage = Type.Object(
  {
    device: Type.Object({ uniqueId: Type.String({ minLength: 1, maxLength: 128 }) }, more),
    position: Type.Optional(nullable(TraccarPosition)),
    event: Type.Optional(
      nullable(
        Type.Object(
          {
            type: Type.String({ maxLength: 60 }),
            eventTime: Type.Optional(time),
            attributes: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown()))),
          },
          more,
        ),
      ),
    ),
  },
  more,
);
export type TraccarMessage = Static<typeof TraccarMessage>;

export const TraccarResult = Type.Object({
  /** What became of the position and the alarms; null: nothing in the message is of use here. */
  Telemetry: nullable(StatisticResult),
  /** What became of an alarm that tells of an accident. */
  Accident: nullable(CrashResult),
});

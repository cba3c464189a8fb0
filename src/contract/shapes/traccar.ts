import Type from 'typebox';
import type { Static } from '../static.ts';
import { nullable } from './common.ts';
import { CrashResult, StatisticResult } from './telemetry.ts';

/**
 * Accepts unknown properties. Traccar's Position, Device and Event have more properties, which differ by version and
 * are not read.
 */
const unknownPropertiesAllowed = { additionalProperties: true } as const;

/**
 * Returns the schema of a property that accepts any value. A malformed value counts as absent, or only the position is
 * refused. A malformed property never makes the server refuse the whole message.
 */
const anyValueProperty = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));

/** A position (`forward.url`) or an event (`event.forward.url`) as Traccar forwards it as JSON. */
export const TraccarMessage = Type.Object(
  {
    device: Type.Object(
      {
        uniqueId: Type.Unsafe<string | number>({
          type: ['string', 'integer'],
          minLength: 1,
          maxLength: 128,
          description: 'The IMEI, or an identifier that a manager maps to a device in quarantine',
        }),
      },
      unknownPropertiesAllowed,
    ),
    position: anyValueProperty(
      'Its `fixTime` (or `deviceTime`), ISO 8601 with a zone, `latitude` and `longitude` are needed; `speed` (knots), `course`, `altitude` (metres), `valid`, `outdated` and `attributes` where they are as Traccar writes them',
    ),
    event: anyValueProperty('Its `type`, `eventTime` and, of an alarm, `attributes.alarm`'),
    events: anyValueProperty('Further events of the device'),
  },
  unknownPropertiesAllowed,
);
export type TraccarMessage = Static<typeof TraccarMessage>;

export const TraccarResult = Type.Object({
  /** Results of the position and of the alarms. Null: the message holds nothing that the server stores. */
  Telemetry: nullable(StatisticResult),
  /** Result of the accident alarm, or of the SOS alarm if there is no accident alarm. */
  Accident: nullable(CrashResult),
});

import Type from 'typebox';
import { alarmKinds } from '../alarms.ts';
import { manoeuvreKinds, scoreParts } from '../scoring.ts';
import { accidentKinds } from '../states.ts';
import type { Static } from '../static.ts';
import { Day, Id, Moment, nullable, tableOf } from './common.ts';

/** Maximum number of samples that the server stores of each axis. */
export const maxSamples = 1_000_000;

const Axis = Type.Array(Type.Number({ minimum: -2000, maximum: 2000 }), { maxItems: maxSamples });

/**
 * Acceleration in three axes at a constant rate, g. Vehicle frame: x forward, y left, z up including gravity (+1 g at
 * rest). Device frame: the directions of the axes are unknown.
 */
export const Curve = Type.Object(
  {
    Start: Type.String({ maxLength: 64, examples: ['2026-01-15T09:30:00.000Z'] }),
    RateHz: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }),
    Longitudinal: Axis,
    Lateral: Axis,
    Vertical: Axis,
    /** Largest magnitude that the sensor can report, g. */
    RangeG: Type.Optional(nullable(Type.Number({ exclusiveMinimum: 0, maximum: 2000 }))),
    Frame: Type.Enum(['vehicle', 'device']),
  },
  { additionalProperties: false },
);
export type Curve = Static<typeof Curve>;

/**
 * An acceleration `Curve` as a device sent it. The schema accepts any value, because a fault in the curve must not
 * reject the impact. Unreadable parts of the curve count as absent.
 */
const SentCurve = Type.Unsafe<unknown>({
  description:
    'Acceleration in three axes, g. What is not as described counts as not sent: of samples with gaps the longest stretch without a gap is kept; without a rate or without an axis there is no recording.',
  properties: {
    Start: { description: 'Text: ISO 8601 with a zone, as 2026-01-15T09:30:00.000Z' },
    RateHz: { description: 'Number: samples per second, up to 100000' },
    Longitudinal: { description: `List of numbers from -2000 to 2000, of which ${maxSamples} are stored` },
    Lateral: { description: 'List of numbers' },
    Vertical: { description: 'List of numbers' },
    RangeG: { description: 'Number: the largest magnitude that the sensor can report, g' },
    Frame: { description: 'vehicle: x forward, y left, z up with gravity; device: axes unknown' },
  },
});

/**
 * Returns the schema of an optional property of a message. A malformed value is not read and is listed in `Ignored`.
 */
const optionalProperty = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));

/**
 * A GPS fix. Units: position in degrees (WGS 84), speed in km/h, course in degrees clockwise from north, altitude in
 * metres.
 */
export interface Position {
  /** Time of the fix, ISO 8601 with a time zone. */
  readonly DateTime: string;
  readonly Latitude: number;
  readonly Longitude: number;
  readonly Speed?: number;
  readonly Course?: number;
  readonly Altitude?: number;
  readonly Hdop?: number;
  readonly Satellites?: number;
  readonly Ignition?: boolean;
}

/**
 * A `Position` as a device sent it. The schema accepts any value. A row without a readable time or place is refused and
 * reported with its number. The other rows are stored.
 */
export const SentPosition = Type.Unsafe<unknown>({
  description:
    'A GPS fix. Without a time (ISO 8601 with a zone) or a place it is refused alone; any other value that is not as described counts as not sent.',
  properties: {
    DateTime: { description: 'Text: ISO 8601 with a zone, as 2026-01-15T09:30:00.000Z' },
    Latitude: { description: 'Number: degrees north, WGS 84' },
    Longitude: { description: 'Number: degrees east, WGS 84' },
    Speed: { description: 'Number: km/h' },
    Course: { description: 'Number: degrees clockwise from north' },
    Altitude: { description: 'Number: metres' },
    Hdop: { description: 'Number' },
    Satellites: { description: 'Whole number' },
    Ignition: { description: 'true or false' },
  },
});

/**
 * An alarm as a device sent it, raised by the device's own thresholds. An alarm without a kind or a readable time is
 * refused. The rest of the message is stored.
 */
export const SentAlarm = Type.Unsafe<unknown>({
  description: `What a device tells of by itself. A kind other than ${alarmKinds.join(', ')} is kept as other. Without a kind or a time (ISO 8601 with a zone) it is refused alone.`,
  properties: {
    Kind: { description: 'Text', examples: [...alarmKinds] },
    Code: { description: 'Text: what its maker calls it' },
    DateTime: { description: 'Text: ISO 8601 with a zone' },
    Latitude: { description: 'Number: degrees north' },
    Longitude: { description: 'Number: degrees east' },
    Speed: { description: 'Number: km/h' },
  },
});

/**
 * Returns the schema of an identifier. Numbers are accepted, because some platforms send an identifier of digits as a
 * number.
 */
const identifierSchema = (about: object) =>
  Type.Unsafe<string>({ type: ['string', 'integer'], minLength: 1, maxLength: 128, ...about });
const MessageId = identifierSchema({});
/** Identifier of the device: an IMEI, or another identifier that a manager has mapped to a device in quarantine. */
const Imei = identifierSchema({ examples: ['356938035643809'] });
/** Maximum number of positions that one message stores. */
export const maxPositions = 100_000;
/** Maximum number of alarms that one message stores. Each may open a case, which takes up to 10 ms. */
export const maxAlarms = 1000;

/**
 * Returns the schema of a list of rows. A value that is no list counts as a list of one row, and this row is refused.
 * The schema has no `maxItems`: a platform would repeat a refused message for ever, so only the surplus rows are refused.
 */
const lenientArray = (items: object, maxRows: number) =>
  Type.Optional(
    Type.Unsafe<unknown>({ items, description: `At most ${maxRows} rows are stored. The answer names the others.` }),
  );
const Positions = lenientArray(SentPosition, maxPositions);
/** Schema option that allows unknown properties of a message. The server's answer lists them in `Ignored`. */
const unknownPropertiesAllowed = { additionalProperties: true } as const;

export const StatisticMessage = Type.Object(
  {
    MessageId,
    Imei,
    Positions,
    Acceleration: Type.Optional(SentCurve),
    Alarms: lenientArray(SentAlarm, maxAlarms),
  },
  unknownPropertiesAllowed,
);
export type StatisticMessage = Static<typeof StatisticMessage>;

export const CrashMessage = Type.Object(
  {
    MessageId,
    Imei,
    CrashDateTime: Type.String({ maxLength: 64, examples: ['2026-01-15T09:30:00.000Z'] }),
    Latitude: optionalProperty('Number: degrees north. Off the globe: not known'),
    Longitude: optionalProperty('Number: degrees east'),
    Speed: optionalProperty('Number: km/h'),
    /** Recording of the impact. Absent: the device reports an alarm without a recording. */
    Curve: Type.Optional(SentCurve),
    Positions,
  },
  unknownPropertiesAllowed,
);
export type CrashMessage = Static<typeof CrashMessage>;

/**
 * Maximum number of messages that one request stores. A message may have its own transaction, and 1000 transactions can
 * take half a minute.
 */
export const maxMessages = 1000;

/**
 * Returns the schema of one message or of an array of messages. The schema has no `maxItems`: a platform would repeat a
 * refused request for ever, so only the surplus messages are refused.
 */
export const oneOrMany = <T extends Parameters<typeof Type.Array>[0]>(message: T) =>
  Type.Union([
    message,
    Type.Array(message, {
      minItems: 1,
      description: `The first ${maxMessages} messages are stored. The answer names the others.`,
    }),
  ]);

/**
 * Reasons why a row is refused: the value is absent, has another type, is not ISO 8601, has no time zone, names a day
 * or time that does not exist, or is out of range. `surplus`: the message has more rows than it may store.
 */
export const rowFaults = ['missing', 'type', 'format', 'zone', 'calendar', 'range', 'surplus'] as const;
export type RowFault = (typeof rowFaults)[number];

/**
 * Returns the schema of a row that was refused. It has the number of the row, from 0, and the reason in the language of
 * the request.
 */
const refusedRowSchema = <Field extends string>(fields: readonly Field[]) =>
  Type.Object({
    Row: Type.Integer(),
    Field: Type.Enum([...fields]),
    Reason: Type.Enum([...rowFaults]),
    Message: Type.String(),
  });

/**
 * Messages of a request that were not stored, because it has more than `maxMessages`. `RefusedMessages` names the first
 * twenty, `RefusedMessagesCount` counts all. Absent: none.
 */
export const refusedMessages = {
  RefusedMessages: Type.Optional(Type.Array(refusedRowSchema(['Messages']))),
  RefusedMessagesCount: Type.Optional(Type.Integer()),
};

/**
 * Values of a message that were ignored: name of the property as sent, and number of its values. After the first fifty
 * properties, all others are counted under the name `…`.
 */
const Ignored = Type.Optional(Type.Array(Type.Object({ Field: Type.String(), Count: Type.Integer() })));

/** Case of an alarm. `Repeated` is true if an earlier alarm had already opened this case. */
const AlarmCase = Type.Object({
  Kind: Type.Enum([...accidentKinds]),
  AccidentId: Id,
  CrashUniqueIdentifier: Type.Integer(),
  Repeated: Type.Boolean(),
});

/** Result of a positions message. `Quarantined`: the message is stored until its IMEI is registered. */
export const StatisticResult = Type.Object({
  MessageId: Type.String(),
  Duplicate: Type.Boolean(),
  Quarantined: Type.Boolean(),
  /**
   * `Accepted`: number of fixes stored without a doubt. `Suspect`: number of suspect fixes. Both are
   * provisional: fixes of later messages may show that suspect fixes are right, and these then count, or that others
   * are wrong. The device faults (`GET /api/v2/Anomaly/status`) have the present state.
   */
  Accepted: Type.Integer(),
  Suspect: Type.Integer(),
  /** Cases of the alarms that report an accident or an SOS. Absent: none. */
  Cases: Type.Optional(Type.Array(AlarmCase)),
  /** The first twenty refused positions. Absent: none. */
  Refused: Type.Optional(Type.Array(refusedRowSchema(['Positions', 'DateTime', 'Latitude', 'Longitude']))),
  /** Number of refused positions. */
  RefusedCount: Type.Optional(Type.Integer()),
  /** Reasons for the first twenty alarms that were refused. Absent: no alarm was refused. */
  RefusedAlarms: Type.Optional(Type.Array(refusedRowSchema(['Alarms', 'Kind', 'DateTime']))),
  RefusedAlarmsCount: Type.Optional(Type.Integer()),
  Ignored,
});
export type StatisticResult = Static<typeof StatisticResult>;

export const CrashResult = Type.Object({
  MessageId: Type.String(),
  AccidentId: nullable(Id),
  CrashUniqueIdentifier: nullable(Type.Integer()),
  Duplicate: Type.Boolean(),
  Quarantined: Type.Boolean(),
  /** True if an earlier alarm or impact message had already opened the same case. */
  Repeated: Type.Optional(Type.Boolean()),
  /** The first twenty refused positions. Absent: none. */
  Refused: Type.Optional(Type.Array(refusedRowSchema(['Positions', 'DateTime', 'Latitude', 'Longitude']))),
  RefusedCount: Type.Optional(Type.Integer()),
  Ignored,
});
export type CrashResult = Static<typeof CrashResult>;

/**
 * Track of the car around a crash. Each point is `[seconds from the impact, latitude, longitude, speed km/h or null]`.
 */
export const CrashMap = Type.Object({
  CrashDateTime: Moment,
  Latitude: nullable(Type.Number()),
  Longitude: nullable(Type.Number()),
  Track: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number(), nullable(Type.Number())])),
  /** Changes of the ignition: `[seconds from the impact, true if it was turned on]`. Empty: none, or not reported. */
  Ignition: Type.Array(Type.Tuple([Type.Number(), Type.Boolean()])),
});
export type CrashMap = Static<typeof CrashMap>;

/**
 * Curves around a crash as parallel arrays. Times are seconds from the impact. Acceleration is in g, vertical including
 * gravity. Speed is in km/h at the times of the track. Each series is reduced to `points` points, and its extremes are
 * kept.
 */
export const CrashCurves = Type.Object({
  CrashDateTime: Moment,
  RateHz: nullable(Type.Number()),
  RangeG: nullable(Type.Number()),
  Frame: nullable(Type.Enum(['vehicle', 'device'])),
  /** Number of acceleration samples before the curves were reduced to `points` points. */
  Samples: Type.Integer(),
  Time: Type.Array(Type.Number()),
  Longitudinal: Type.Array(Type.Number()),
  Lateral: Type.Array(Type.Number()),
  Vertical: Type.Array(Type.Number()),
  Resultant: Type.Array(Type.Number()),
  SpeedTime: Type.Array(Type.Number()),
  Speed: Type.Array(Type.Number()),
});
export type CrashCurves = Static<typeof CrashCurves>;

const Score = nullable(Type.Number({ minimum: 0, maximum: 100 }));
const Share = nullable(Type.Number({ minimum: 0, maximum: 100 }));

export const TripRow = Type.Object({
  Id,
  DateTime: Moment,
  /** Day on which the trip counts: the day on which the trip began, by the clock at that place. */
  Day,
  /** Offset of the clock where the trip began from UTC, minutes. Null: unknown, so the company's zone gives the day. */
  UtcOffsetMinutes: nullable(Type.Integer()),
  DurationS: Type.Number(),
  DistanceKm: Type.Number(),
  /**
   * Part of `DistanceKm` in silences of the device, across which the trip continues. This part is a straight line, so it
   * is an estimate. Null: not computed.
   */
  EstimatedKm: nullable(Type.Number({ minimum: 0 })),
  /** Part of `DistanceKm` on which the data was dense enough to find manoeuvres. Null: not computed. */
  MeasuredKm: nullable(Type.Number({ minimum: 0 })),
  AverageSpeed: Type.Number(),
  MaximumSpeed: Type.Number(),
  /** Number of manoeuvres of all kinds in the trip. Null: not measured. */
  EventsCount: nullable(Type.Integer({ minimum: 0 })),
  /**
   * Difficulty of the traffic: 0 (empty road) to 100 (stop and go). Null: not computed, or the known speeds cover less
   * than half of the time.
   */
  Complication: Share,
  /** Score of this trip alone. The score of a driver is computed from many trips. */
  Score,
  Notes: Type.String(),
  /** True: a person excluded the trip. It is shown but not counted. */
  Excluded: Type.Boolean(),
  /** True: the trip is quarantined because of a device fault, until a person decides. */
  Held: Type.Boolean(),
  /**
   * False: no figure includes the trip, because it is excluded or quarantined, or because trips of its period do not
   * count.
   */
  Counted: Type.Boolean(),
});
export type TripRow = Static<typeof TripRow>;

/** A page of trips. `NotCounted` is the number of all matching trips that no figure includes. */
export const TripTable = Type.Object({ ...tableOf(TripRow).properties, NotCounted: Type.Integer({ minimum: 0 }) });
export type TripTable = Static<typeof TripTable>;

/** A manoeuvre or an impact of a trip. Acceleration in g, speed in km/h. */
export const TripEvent = Type.Object({
  Kind: Type.Enum([...manoeuvreKinds, 'impact']),
  Start: Moment,
  End: Moment,
  PeakG: nullable(Type.Number()),
  MeanG: nullable(Type.Number()),
  Speed: nullable(Type.Number()),
  Latitude: nullable(Type.Number()),
  Longitude: nullable(Type.Number()),
});
export type TripEvent = Static<typeof TripEvent>;

/** A manoeuvre that the figures count, with the id of its trip. */
export const CountedManoeuvre = Type.Object({ ...TripEvent.properties, Id, TripId: Id });
export type CountedManoeuvre = Static<typeof CountedManoeuvre>;

export const TripDetail = Type.Object({
  ...TripRow.properties,
  ObjectId: Type.String(),
  /** Reason why a person excluded the trip from the figures. */
  ExclusionReason: nullable(Type.String()),
  /**
   * Score of the object over all time: once with this trip counted, once without it. Null if the trip is not excluded, or if the caller is
   * an operator.
   */
  ExclusionScores: nullable(Type.Object({ With: Score, Without: Score })),
  NightDurationS: nullable(Type.Number()),
  RushDurationS: nullable(Type.Number()),
  /** Points that each part of the trip's score subtracts. `Cost` is null if the part was not measured. */
  Parts: nullable(Type.Array(Type.Object({ Kind: Type.Enum([...scoreParts]), Cost: Score }))),
  Events: Type.Array(TripEvent),
  /** Points of the trip: `[seconds from the start, latitude, longitude, speed km/h or null]`. */
  Track: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number(), nullable(Type.Number())])),
});

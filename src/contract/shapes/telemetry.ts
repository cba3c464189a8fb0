import Type from 'typebox';
import { alarmKinds } from '../alarms.ts';
import { manoeuvreKinds } from '../manoeuvres.ts';
import { scoreParts } from '../scoring.ts';
import { accidentKinds } from '../states.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable, tableOf } from './common.ts';

const Axis = Type.Array(Type.Number({ minimum: -2000, maximum: 2000 }), { maxItems: 1_000_000 });

/**
 * Three-axis acceleration at a constant rate. Vehicle frame: x forward, y left, z up including gravity (+1 g at rest).
 * Device frame: unknown axes.
 */
export const Curve = Type.Object(
  {
    Start: Type.String({ maxLength: 64, examples: ['2026-01-15T09:30:00.000Z'] }),
    RateHz: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }),
    Longitudinal: Axis,
    Lateral: Axis,
    Vertical: Axis,
    /** Largest magnitude the sensor reports, g. */
    RangeG: Type.Optional(nullable(Type.Number({ exclusiveMinimum: 0, maximum: 2000 }))),
    Frame: Type.Enum(['vehicle', 'device']),
  },
  { additionalProperties: false },
);
export type Curve = Static<typeof Curve>;

/** A value that a message can do without: anything but what is described counts as not sent, in `Ignored`. */
const secondary = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));

/** A GPS fix: degrees (WGS 84), km/h, degrees clockwise from north, metres. */
export interface Position {
  /** ISO 8601 with a zone. */
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
 * A `Position` as sent. Any value is taken here: a row without a readable time or place is refused alone, by its number, and
 * the others are stored.
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

/** Something a device tells of by thresholds of its own, as sent; without a kind or a readable time it is refused alone. */
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

const MessageId = Type.String({ minLength: 1, maxLength: 128 });
/** Identifier of the device: an IMEI, or another identifier that a manager maps to a device in quarantine. */
const Imei = Type.String({ minLength: 1, maxLength: 128, examples: ['356938035643809'] });
const Positions = nullable(Type.Array(SentPosition, { maxItems: 100_000 }));

export const StatisticMessage = Type.Object(
  {
    MessageId,
    Imei,
    Positions,
    Acceleration: Type.Optional(nullable(Curve)),
    Alarms: Type.Optional(nullable(Type.Array(SentAlarm, { maxItems: 1000 }))),
  },
  { additionalProperties: false },
);
export type StatisticMessage = Static<typeof StatisticMessage>;

export const CrashMessage = Type.Object(
  {
    MessageId,
    Imei,
    CrashDateTime: Type.String({ maxLength: 64, examples: ['2026-01-15T09:30:00.000Z'] }),
    Latitude: secondary('Number: degrees north. Off the globe: not known'),
    Longitude: secondary('Number: degrees east'),
    Speed: secondary('Number: km/h'),
    /** Absent: the device tells of an alarm without a recording. */
    Curve: Type.Optional(nullable(Curve)),
    Positions: Type.Optional(Positions),
  },
  { additionalProperties: false },
);
export type CrashMessage = Static<typeof CrashMessage>;

export const oneOrMany = <T extends Parameters<typeof Type.Array>[0]>(message: T) =>
  Type.Union([message, Type.Array(message, { minItems: 1, maxItems: 10_000 })]);

/**
 * Why a row is refused: the value is absent, of another type, not ISO 8601, without a zone, a day or time that does not exist,
 * or a place or time out of all range.
 */
export const rowFaults = ['missing', 'type', 'format', 'zone', 'calendar', 'range'] as const;
export type RowFault = (typeof rowFaults)[number];

/** A row that cannot be believed as sent, by its number from 0, and why in the language of the request. */
const refusedRow = <Field extends string>(fields: readonly Field[]) =>
  Type.Object({
    Row: Type.Integer(),
    Field: Type.Enum([...fields]),
    Reason: Type.Enum([...rowFaults]),
    Message: Type.String(),
  });

/** Values that counted as not sent: the name as sent and how many. */
const Ignored = Type.Optional(Type.Array(Type.Object({ Field: Type.String(), Count: Type.Integer() })));

/** The case that an alarm made. `Repeated`: the alarm had been raised already, and the case is the one made then. */
const AlarmCase = Type.Object({
  Kind: Type.Enum([...accidentKinds]),
  AccidentId: Id,
  CrashUniqueIdentifier: Type.Integer(),
  Repeated: Type.Boolean(),
});

/** Result of a positions message. `Quarantined`: stored until its IMEI is registered. */
export const StatisticResult = Type.Object({
  MessageId: Type.String(),
  Duplicate: Type.Boolean(),
  Quarantined: Type.Boolean(),
  /** Fixes stored, and among them those marked suspect (impossible time or place). */
  Accepted: Type.Integer(),
  Suspect: Type.Integer(),
  /** Cases of its alarms of an accident or an SOS. Absent: none. */
  Cases: Type.Optional(Type.Array(AlarmCase)),
  /** Positions that cannot be believed as sent; the first twenty. Absent: none. */
  Refused: Type.Optional(Type.Array(refusedRow(['DateTime', 'Latitude', 'Longitude']))),
  /** How many they are. */
  RefusedCount: Type.Optional(Type.Integer()),
  /** Alarms that are not stored; the first twenty. Absent: none. */
  RefusedAlarms: Type.Optional(Type.Array(refusedRow(['Kind', 'DateTime']))),
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
  /** The alarm had been raised already: the accident is the one made then. */
  Repeated: Type.Optional(Type.Boolean()),
  /** Positions sent with it that cannot be believed as sent; the first twenty. Absent: none. */
  Refused: Type.Optional(Type.Array(refusedRow(['DateTime', 'Latitude', 'Longitude']))),
  RefusedCount: Type.Optional(Type.Integer()),
  Ignored,
});
export type CrashResult = Static<typeof CrashResult>;

/** Track around a crash: each point is `[offset from the impact s, latitude, longitude, speed km/h or null]`. */
export const CrashMap = Type.Object({
  CrashDateTime: Moment,
  Latitude: nullable(Type.Number()),
  Longitude: nullable(Type.Number()),
  Track: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number(), nullable(Type.Number())])),
});
export type CrashMap = Static<typeof CrashMap>;

/**
 * Curves around a crash as parallel arrays; times are seconds from the impact. Acceleration in g, vertical including
 * gravity; speed in km/h at the track's times. Reduced to `points` per series, keeping extremes.
 */
export const CrashCurves = Type.Object({
  CrashDateTime: Moment,
  RateHz: nullable(Type.Number()),
  RangeG: nullable(Type.Number()),
  Frame: nullable(Type.Enum(['vehicle', 'device'])),
  /** Samples before reduction. */
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
  DurationS: Type.Number(),
  DistanceKm: Type.Number(),
  AverageSpeed: Type.Number(),
  MaximumSpeed: Type.Number(),
  /** Manoeuvres of all kinds; null: nobody looked for them. */
  EventsCount: nullable(Type.Integer({ minimum: 0 })),
  /** 0 (empty road) to 100 (stop and go). */
  Complication: Share,
  /** Of this drive alone; it says nothing of the driver. */
  Score,
  Notes: Type.String(),
  /** It is shown and does not count. */
  Excluded: Type.Boolean(),
  /** A fault of the device holds it back until somebody decides. */
  Held: Type.Boolean(),
  /** False: it is part of no figure, as it is excluded, held, or of a time that does not count. */
  Counted: Type.Boolean(),
});
export type TripRow = Static<typeof TripRow>;

/** A page of trips; of all of them `NotCounted` are part of no figure. */
export const TripTable = Type.Object({ ...tableOf(TripRow).properties, NotCounted: Type.Integer({ minimum: 0 }) });
export type TripTable = Static<typeof TripTable>;

/** A manoeuvre or an impact of a trip; acceleration in g, speed in km/h. */
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

/** A manoeuvre that is part of the figures, and the trip it was on. */
export const CountedManoeuvre = Type.Object({ ...TripEvent.properties, Id, TripId: Id });
export type CountedManoeuvre = Static<typeof CountedManoeuvre>;

export const TripDetail = Type.Object({
  ...TripRow.properties,
  ObjectId: Type.String(),
  /** Why it is excluded. */
  ExclusionReason: nullable(Type.String()),
  /** The object's score of all time if it counted, and without it; null unless it is excluded, and for an operator. */
  ExclusionScores: nullable(Type.Object({ With: Score, Without: Score })),
  NightDurationS: nullable(Type.Number()),
  RushDurationS: nullable(Type.Number()),
  /** What its score is made of: points taken away by each part, null where it was not measured. */
  Parts: nullable(Type.Array(Type.Object({ Kind: Type.Enum([...scoreParts]), Cost: Score }))),
  Events: Type.Array(TripEvent),
  /** `[offset s, latitude, longitude, speed km/h or null]`. */
  Track: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number(), nullable(Type.Number())])),
});

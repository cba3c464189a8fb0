import Type from 'typebox';
import { alarmKinds } from '../alarms.ts';
import { manoeuvreKinds } from '../manoeuvres.ts';
import { scoreParts } from '../scoring.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable, tableOf } from './common.ts';

const Axis = Type.Array(Type.Number({ minimum: -2000, maximum: 2000 }), { maxItems: 1_000_000 });

/**
 * Three-axis acceleration at a constant rate. Vehicle frame: x forward, y left, z up including gravity (+1 g at rest).
 * Device frame: unknown axes.
 */
export const Curve = Type.Object(
  {
    Start: Moment,
    RateHz: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }),
    Longitudinal: Axis,
    Lateral: Axis,
    Vertical: Axis,
    /** Largest magnitude the sensor reports, g. */
    RangeG: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 2000 })),
    Frame: Type.Enum(['vehicle', 'device']),
  },
  { additionalProperties: false },
);
export type Curve = Static<typeof Curve>;

/**
 * A GPS fix: degrees (WGS 84), km/h, degrees clockwise from north, metres. No bounds here: a row off the globe or without
 * a readable time is named in the answer and the others are taken; any other value beyond sense counts as not sent.
 */
export const Position = Type.Object(
  {
    DateTime: Type.String({ maxLength: 64, examples: ['2026-01-15T09:30:00.000Z'] }),
    Latitude: Type.Number(),
    Longitude: Type.Number(),
    Speed: Type.Optional(Type.Number()),
    Course: Type.Optional(Type.Number()),
    Altitude: Type.Optional(Type.Number()),
    Hdop: Type.Optional(Type.Number()),
    Satellites: Type.Optional(Type.Integer()),
    Ignition: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type Position = Static<typeof Position>;

/** Something a device tells of by thresholds of its own. */
export const Alarm = Type.Object(
  {
    Kind: Type.Enum([...alarmKinds]),
    DateTime: Moment,
    Latitude: Type.Optional(Type.Number()),
    Longitude: Type.Optional(Type.Number()),
    Speed: Type.Optional(Type.Number()),
  },
  { additionalProperties: false },
);
export type Alarm = Static<typeof Alarm>;

const MessageId = Type.String({ minLength: 1, maxLength: 128 });
const Imei = Type.String({ pattern: '^[0-9]{15}$', examples: ['356938035643809'] });

export const StatisticMessage = Type.Object(
  {
    MessageId,
    Imei,
    Positions: Type.Array(Position, { maxItems: 100_000 }),
    Acceleration: Type.Optional(Curve),
    Alarms: Type.Optional(Type.Array(Alarm, { maxItems: 1000 })),
  },
  { additionalProperties: false },
);
export type StatisticMessage = Static<typeof StatisticMessage>;

export const CrashMessage = Type.Object(
  {
    MessageId,
    Imei,
    CrashDateTime: Moment,
    /** Off the globe: not known. */
    Latitude: Type.Optional(Type.Number()),
    Longitude: Type.Optional(Type.Number()),
    Speed: Type.Optional(Type.Number()),
    Curve,
    Positions: Type.Optional(Type.Array(Position, { maxItems: 100_000 })),
  },
  { additionalProperties: false },
);
export type CrashMessage = Static<typeof CrashMessage>;

export const oneOrMany = <T extends Parameters<typeof Type.Array>[0]>(message: T) =>
  Type.Union([message, Type.Array(message, { minItems: 1, maxItems: 10_000 })]);

/** Result of a positions message. `Quarantined`: stored until its IMEI is registered. */
export const StatisticResult = Type.Object({
  MessageId: Type.String(),
  Duplicate: Type.Boolean(),
  Quarantined: Type.Boolean(),
  /** Fixes stored, and among them those marked suspect (impossible time or place). */
  Accepted: Type.Integer(),
  Suspect: Type.Integer(),
  /** Rows that cannot be believed as sent, from 0, with the field at fault; the first twenty. Absent: none. */
  Refused: Type.Optional(
    Type.Array(Type.Object({ Row: Type.Integer(), Field: Type.Enum(['DateTime', 'Latitude', 'Longitude']) })),
  ),
});
export type StatisticResult = Static<typeof StatisticResult>;

export const CrashResult = Type.Object({
  MessageId: Type.String(),
  AccidentId: nullable(Id),
  CrashUniqueIdentifier: nullable(Type.Integer()),
  Duplicate: Type.Boolean(),
  Quarantined: Type.Boolean(),
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

import Type from 'typebox';
import { sightingMaxLength, sightingMinutes, sightingRadiusM } from '../limits.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable, ObjectId } from './common.ts';

/**
 * `there`: recorded within the radius, uncertainty included. `maybe`: near its edge, either is possible. `open`: not
 * recorded there, but it could have come and gone while nothing was recorded (`Gaps`). `away`: the record rules it out.
 * `nothing`: nothing at all was recorded near the moment. `noDevice`: no device worked in the car then.
 */
export const sightingVerdicts = ['there', 'maybe', 'open', 'away', 'nothing', 'noDevice'] as const;
export type SightingVerdict = (typeof sightingVerdicts)[number];

/** Either the plate or the number of a voucher, a place in degrees (WGS 84), a moment. */
export const SightingAsked = Type.Object(
  {
    Plate: Type.Optional(Type.String({ minLength: 1, maxLength: sightingMaxLength.plate })),
    VoucherNumber: Type.Optional(Type.String({ minLength: 1, maxLength: sightingMaxLength.voucher })),
    Latitude: Type.Number({ minimum: -90, maximum: 90 }),
    Longitude: Type.Number({ minimum: -180, maximum: 180 }),
    At: Moment,
    /** Minutes to either side of the moment. */
    Minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: sightingMinutes.max, default: sightingMinutes.usual })),
    RadiusM: Type.Optional(
      Type.Integer({ minimum: sightingRadiusM.min, maximum: sightingRadiusM.max, default: sightingRadiusM.usual }),
    ),
  },
  { additionalProperties: false },
);
export type SightingAsked = Static<typeof SightingAsked>;

/** Where the car was at a moment, and how far from the place asked for. */
export const Seen = Type.Object({
  At: Moment,
  Latitude: Type.Number(),
  Longitude: Type.Number(),
  SpeedKmh: nullable(Type.Number()),
  DistanceM: Type.Number(),
  /** By how much the distance may be off: noise of a fix, and between two fixes what a car can leave their line by. */
  UncertaintyM: Type.Number(),
  /** Between two fixes, not recorded itself. */
  Interpolated: Type.Boolean(),
});
export type Seen = Static<typeof Seen>;

export const Sighting = Type.Object({
  VoucherId: Id,
  VoucherNumber: Type.String(),
  ClientName: Type.String(),
  VehicleRegNumber: Type.String(),
  Vehicle: Type.String(),
  /** Null: no device worked in the car at that moment. */
  ObjectId: nullable(ObjectId),
  /** What was looked at; an OPERATOR's is cut to two hours around the crash of the case in hand. */
  From: Moment,
  To: Moment,
  Verdict: Type.Enum([...sightingVerdicts]),
  Nearest: Type.Union([Seen, Type.Null()]),
  /** At the very moment; null: nothing was recorded then. */
  AtMoment: Type.Union([Seen, Type.Null()]),
  /** The last fix before the moment and the first after it, up to twelve hours away. */
  Before: Type.Union([Seen, Type.Null()]),
  After: Type.Union([Seen, Type.Null()]),
  /** Parts of silences in which it could have been there: a car needs time to come and to get to where it was next. */
  Gaps: Type.Array(Type.Object({ From: Moment, To: Moment })),
  /** Fixes within what was looked at, and the seconds they cover. */
  Fixes: Type.Integer(),
  RecordedS: Type.Integer(),
  /** `[offset from the moment s, latitude, longitude, speed km/h or null]`. */
  Track: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number(), nullable(Type.Number())])),
});
export type Sighting = Static<typeof Sighting>;

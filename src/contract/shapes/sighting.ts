import Type from 'typebox';
import { sightingMaxLength, sightingMinutes, sightingRadiusM } from '../limits.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable, ObjectId } from './common.ts';

/**
 * Verdicts of the page "Was it there?".
 * - `there`: recorded within the radius, uncertainty included
 * - `maybe`: recorded near the edge of the radius; both answers are possible
 * - `open`: not recorded there, but the car could have come and left in a gap of the record (`Gaps`)
 * - `away`: the record excludes it
 * - `nothing`: nothing was recorded near the moment
 * - `noDevice`: no device worked in the car then
 */
export const sightingVerdicts = ['there', 'maybe', 'open', 'away', 'nothing', 'noDevice'] as const;
export type SightingVerdict = (typeof sightingVerdicts)[number];

/** A plate or a voucher number, a place in degrees (WGS 84), and a moment. */
export const SightingQuery = Type.Object(
  {
    Plate: Type.Optional(Type.String({ minLength: 1, maxLength: sightingMaxLength.plate })),
    VoucherNumber: Type.Optional(Type.String({ minLength: 1, maxLength: sightingMaxLength.voucher })),
    Latitude: Type.Number({ minimum: -90, maximum: 90 }),
    Longitude: Type.Number({ minimum: -180, maximum: 180 }),
    At: Moment,
    /** Searched minutes before and after the moment. */
    Minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: sightingMinutes.max, default: sightingMinutes.usual })),
    RadiusM: Type.Optional(
      Type.Integer({ minimum: sightingRadiusM.min, maximum: sightingRadiusM.max, default: sightingRadiusM.usual }),
    ),
  },
  { additionalProperties: false },
);
export type SightingQuery = Static<typeof SightingQuery>;

/** Position of the car at a moment, and its distance from the requested place. */
export const Seen = Type.Object({
  At: Moment,
  Latitude: Type.Number(),
  Longitude: Type.Number(),
  SpeedKmh: nullable(Type.Number()),
  DistanceM: Type.Number(),
  /**
   * Possible error of the distance, metres: noise of a fix. Between two fixes it includes how far a car can leave the
   * straight line.
   */
  UncertaintyM: Type.Number(),
  /** True if the position lies between two fixes and was not recorded. */
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
  /** The searched period. For an OPERATOR it is cut to two hours around the crash of the leased case. */
  From: Moment,
  To: Moment,
  Verdict: Type.Enum([...sightingVerdicts]),
  Nearest: nullable(Seen),
  /** Position at exactly the moment. Null: nothing was recorded then. */
  AtMoment: nullable(Seen),
  /** The last fix before the moment and the first fix after it, at most twelve hours away. */
  Before: nullable(Seen),
  After: nullable(Seen),
  /**
   * Parts of recording gaps in which the car could have been there. The time to drive there and on to the next fix is
   * subtracted.
   */
  Gaps: Type.Array(Type.Object({ From: Moment, To: Moment })),
  /** Number of fixes in the searched period, and the seconds that they cover. */
  Fixes: Type.Integer(),
  RecordedS: Type.Integer(),
  /** Points `[offset from the moment s, latitude, longitude, speed km/h or null]`. */
  Track: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number(), nullable(Type.Number())])),
});
export type Sighting = Static<typeof Sighting>;

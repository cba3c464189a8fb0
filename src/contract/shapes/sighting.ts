import Type from 'typebox';
import { sightingMaxLength, sightingMinutes, sightingRadiusM } from '../limits.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable, ObjectId } from './common.ts';

/**
 * Verdicts of the page "Was it there?", which asks whether a car was near a place at a moment.
 * - `there`: recorded within the radius, uncertainty included
 * - `maybe`: recorded near the edge of the radius, so that both answers are possible
 * - `open`: not recorded there, but the car could have come and left while nothing was recorded (`Gaps`)
 * - `away`: the recorded positions exclude that the car was there
 * - `nothing`: nothing was recorded near the moment
 * - `noDevice`: no device worked in the car at that moment
 */
export const sightingVerdicts = ['there', 'maybe', 'open', 'away', 'nothing', 'noDevice'] as const;
export type SightingVerdict = (typeof sightingVerdicts)[number];

/** Question of the page "Was it there?": a plate or a voucher number, a place in degrees (WGS 84), and a moment. */
export const SightingQuery = Type.Object(
  {
    Plate: Type.Optional(Type.String({ minLength: 1, maxLength: sightingMaxLength.plate })),
    VoucherNumber: Type.Optional(Type.String({ minLength: 1, maxLength: sightingMaxLength.voucher })),
    Latitude: Type.Number({ minimum: -90, maximum: 90 }),
    Longitude: Type.Number({ minimum: -180, maximum: 180 }),
    At: Moment,
    /** Number of minutes that are searched before the moment, and the same number after the moment. */
    Minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: sightingMinutes.max, default: sightingMinutes.usual })),
    RadiusM: Type.Optional(
      Type.Integer({ minimum: sightingRadiusM.min, maximum: sightingRadiusM.max, default: sightingRadiusM.usual }),
    ),
  },
  { additionalProperties: false },
);
export type SightingQuery = Static<typeof SightingQuery>;

/** Position of the car at a moment, and its distance from the requested place. */
export const SightedPosition = Type.Object({
  At: Moment,
  Latitude: Type.Number(),
  Longitude: Type.Number(),
  SpeedKmh: nullable(Type.Number()),
  DistanceM: Type.Number(),
  /**
   * Possible error of the distance, metres, from the noise of a fix. Between two fixes a car can leave the straight
   * line, so the possible detour is included.
   */
  UncertaintyM: Type.Number(),
  /** True if the position was computed between two fixes. False if it was recorded. */
  Interpolated: Type.Boolean(),
});
export type SightedPosition = Static<typeof SightedPosition>;

export const Sighting = Type.Object({
  VoucherId: Id,
  VoucherNumber: Type.String(),
  ClientName: Type.String(),
  VehicleRegNumber: Type.String(),
  Vehicle: Type.String(),
  /** Id of the object that worked in the car at the moment. Null: no device worked in the car then. */
  ObjectId: nullable(ObjectId),
  /** The searched period. For the role OPERATOR it is limited to two hours around the crash of the leased case. */
  From: Moment,
  To: Moment,
  Verdict: Type.Enum([...sightingVerdicts]),
  Nearest: nullable(SightedPosition),
  /** Position of the car exactly at the requested moment. Null: nothing was recorded at that moment. */
  AtMoment: nullable(SightedPosition),
  /** The last fix before the moment and the first fix after it, at most twelve hours away. */
  Before: nullable(SightedPosition),
  After: nullable(SightedPosition),
  /**
   * Periods without fixes in which the car could have been at the place. The time for the drive to the place and on to
   * the next fix is already subtracted.
   */
  Gaps: Type.Array(Type.Object({ From: Moment, To: Moment })),
  /** Number of fixes in the searched period, and number of seconds of this period that were recorded. */
  Fixes: Type.Integer(),
  RecordedS: Type.Integer(),
  /**
   * Recorded drive around the requested moment. Points: `[seconds from the moment, latitude, longitude, speed km/h or
   * null]`.
   */
  Track: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number(), nullable(Type.Number())])),
});
export type Sighting = Static<typeof Sighting>;

import Type from 'typebox';
import type { Static } from '../static.ts';
import { Moment, nullable } from './common.ts';

/** A speed with the interval that holds the true one in nine of ten cases, km/h. */
const SpeedEstimate = Type.Object({
  Kmh: Type.Number({ minimum: 0 }),
  FromKmh: Type.Number({ minimum: 0 }),
  ToKmh: Type.Number({ minimum: 0 }),
});

/**
 * Movement from 30 s before an impact to 60 s after, estimated from acceleration and fixes together. Times are seconds
 * from the accident's moment, the rest of a car is where it stood still. Null: unknown.
 */
export const Reconstruction = Type.Object({
  CrashDateTime: Moment,
  /** Moments of the speeds, rising. The impact itself is the interval of two moments around 0. */
  Time: Type.Array(Type.Number()),
  /** Speeds and their 90 % intervals, km/h. */
  Speed: Type.Array(nullable(Type.Number({ minimum: 0 }))),
  SpeedFrom: Type.Array(nullable(Type.Number({ minimum: 0 }))),
  SpeedTo: Type.Array(nullable(Type.Number({ minimum: 0 }))),
  /**
   * Why the recorded acceleration does not count, so that the fixes alone show the speed. `contradicted`: it does not
   * fit the fixes. Null: it counts.
   */
  AccelerationReason: nullable(Type.Enum(['noRecording', 'faulty', 'slowRate', 'axesUnknown', 'contradicted'])),
  /** Speeds at the begin and at the end of the impact. */
  SpeedAtImpact: nullable(SpeedEstimate),
  SpeedAfterImpact: nullable(SpeedEstimate),
  /** Whether the car braked before the impact. */
  Braked: nullable(Type.Boolean()),
  /** Braking before the impact. Null: none, or the data does not show its begin. */
  Braking: nullable(
    Type.Object({
      StartS: Type.Number(),
      DurationS: Type.Number({ minimum: 0 }),
      /** Mean deceleration, m/s². */
      MeanMs2: Type.Number(),
      FromKmh: Type.Number({ minimum: 0 }),
      ToKmh: Type.Number({ minimum: 0 }),
    }),
  ),
  /** Whether the car came to rest soon after the impact. False: it drove on. */
  CameToRest: nullable(Type.Boolean()),
  Rest: nullable(
    Type.Object({
      AtS: Type.Number(),
      Latitude: Type.Number(),
      Longitude: Type.Number(),
      /** Length of the way from the end of the impact to the rest, and its 90 % error, m. */
      DistanceM: nullable(Type.Number({ minimum: 0 })),
      DistanceErrorM: nullable(Type.Number({ minimum: 0 })),
    }),
  ),
  /** Course of the movement before the impact, and of the last movement after it, degrees clockwise from north. */
  CourseBeforeDeg: nullable(Type.Integer({ minimum: 0, maximum: 359 })),
  FinalCourseDeg: nullable(Type.Integer({ minimum: 0, maximum: 359 })),
});
export type Reconstruction = Static<typeof Reconstruction>;

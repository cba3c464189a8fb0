import Type from 'typebox';
import type { Static } from '../static.ts';
import { nullable } from './common.ts';

const Values = Type.Array(nullable(Type.Number()));

/**
 * Curves of a drive as parallel arrays. Times are seconds from the requested start.
 * Acceleration is in g in the vehicle's axes, vertical including gravity. `Resultant` combines both horizontal axes.
 * Acceleration is null between recordings, and if the mounting of the device is unknown.
 * Speed is in km/h at the times of the fixes. Each series is reduced to about `points` points, and its extremes are
 * kept.
 */
export const DriveCurves = Type.Object({
  /** Rate of the first recording, Hz. Null: the device sent no acceleration. */
  RateHz: nullable(Type.Number()),
  RangeG: nullable(Type.Number()),
  /** Number of acceleration samples before the curves were reduced to about `points` points. */
  Samples: Type.Integer(),
  Time: Type.Array(Type.Number()),
  Longitudinal: Values,
  Lateral: Values,
  Vertical: Values,
  Resultant: Values,
  SpeedTime: Type.Array(Type.Number()),
  Speed: Type.Array(Type.Number()),
});
export type DriveCurves = Static<typeof DriveCurves>;

import Type from 'typebox';
import type { Static } from '../static.ts';
import { nullable } from './common.ts';

const Values = Type.Array(nullable(Type.Number()));

/**
 * Curves of a drive as parallel arrays; times are seconds from the beginning asked for. Acceleration in g in the vehicle's
 * axes, vertical including gravity, `Resultant` of the horizontal ones; null between recordings and where nobody knows how
 * the device sits. Speed in km/h at the fixes' times. Reduced to about `points` per series, keeping extremes.
 */
export const DriveCurves = Type.Object({
  /** Of the first recording; null: no acceleration was sent. */
  RateHz: nullable(Type.Number()),
  RangeG: nullable(Type.Number()),
  /** Samples before reduction. */
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

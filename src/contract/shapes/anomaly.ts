import Type, { type Static } from 'typebox';
import { Id, Moment, nullable } from './common.ts';

/**
 * Faults of a device's data. Of a message: `clockFar` (1970, a week counter that ran over, the future, years before the
 * voucher), `clockBack`, `place` (off the globe, 0/0), `speed` (beyond any car), `row` (not readable). Of a track: the
 * receiver's speed `speedStuck`, `speedUnit` or `speedScale`. Of an impact: as `CrashFacts.Doubts`, `clipped` and
 * `curveClock`.
 */
export const anomalyKinds = [
  'clockFar',
  'clockBack',
  'place',
  'speed',
  'row',
  'speedStuck',
  'speedUnit',
  'speedScale',
  'unit',
  'gravity',
  'notUpright',
  'frozenAxis',
  'spike',
  'clipped',
  'curveClock',
] as const;
export type AnomalyKind = (typeof anomalyKinds)[number];

export const AnomalyRow = Type.Object({
  Id,
  Kind: Type.Enum([...anomalyKinds]),
  /** Of a track or an impact when it was; of a message when it came, since its times may be wrong. */
  From: Moment,
  To: Moment,
  /** Fixes or samples concerned. */
  Count: Type.Integer(),
  /** Receiver's speed per speed of the places, of a fault of speed. */
  Slope: nullable(Type.Number()),
  AccidentId: nullable(Id),
});
export type AnomalyRow = Static<typeof AnomalyRow>;

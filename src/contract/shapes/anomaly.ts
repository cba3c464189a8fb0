import Type from 'typebox';
import { anomalyKinds, anomalyStates } from '../anomalies.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

export const AnomalyRow = Type.Object({
  Id,
  Kind: Type.Enum([...anomalyKinds]),
  /** Time of the fault. For a fault of a message: the time of arrival, because times in the message may be wrong. */
  From: Moment,
  /** Time when the fault was last seen. */
  To: Moment,
  /** Time since which the fault has not recurred. Null: it continues. */
  Ended: nullable(Moment),
  /** Number of affected fixes or samples. 0 for silence. */
  Count: Type.Integer(),
  /** Number of quarantined fixes or samples. They count neither for the score nor for the queue of accidents. */
  Held: Type.Integer(),
  State: Type.Enum([...anomalyStates]),
  /** Reason of the decision, its author and time. Null: not decided. */
  Reason: nullable(Type.String()),
  DecidedBy: nullable(Type.String()),
  DecidedAt: nullable(Moment),
  /** Ratio of the receiver's speed to the speed computed from positions. Only for faults of speed. */
  Slope: nullable(Type.Number()),
  AccidentId: nullable(Id),
});
export type AnomalyRow = Static<typeof AnomalyRow>;

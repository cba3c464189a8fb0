import Type from 'typebox';
import { anomalyKinds, anomalyStates } from '../anomalies.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

export const AnomalyRow = Type.Object({
  Id,
  Kind: Type.Enum([...anomalyKinds]),
  /**
   * Moment of the fault. For a fault of a message: the moment of arrival, because times in the message may be wrong.
   */
  From: Moment,
  /** Moment when the fault was last seen. */
  To: Moment,
  /** Moment since which the fault has not recurred. Null: the fault continues. */
  Ended: nullable(Moment),
  /** Number of affected fixes or samples. 0 for a device that is silent. */
  Count: Type.Integer(),
  /**
   * Number of quarantined fixes or samples. Quarantined data counts neither for the score nor for the queue of
   * accidents.
   */
  Held: Type.Integer(),
  State: Type.Enum([...anomalyStates]),
  /** Reason, author and time of the decision on the anomaly. Null: not decided yet. */
  Reason: nullable(Type.String()),
  DecidedBy: nullable(Type.String()),
  DecidedAt: nullable(Moment),
  /** Ratio of the receiver's speed to the speed computed from positions. Only for faults of speed. */
  Slope: nullable(Type.Number()),
  AccidentId: nullable(Id),
});
export type AnomalyRow = Static<typeof AnomalyRow>;

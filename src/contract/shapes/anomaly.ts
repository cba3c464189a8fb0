import Type from 'typebox';
import { anomalyKinds, anomalyStates } from '../anomalies.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

export const AnomalyRow = Type.Object({
  Id,
  Kind: Type.Enum([...anomalyKinds]),
  /** Of a track or an impact when it was; of a message when it came, since its times may be wrong. */
  From: Moment,
  /** When it was seen last. */
  To: Moment,
  /** Since when it has not come again; null: it goes on. */
  Ended: nullable(Moment),
  /** Fixes or samples concerned; 0 for silence. */
  Count: Type.Integer(),
  /** Of these, what reaches neither score nor queue. */
  Held: Type.Integer(),
  State: Type.Enum([...anomalyStates]),
  /** Why it was cleared or confirmed, by whom and when; null: not decided. */
  Reason: nullable(Type.String()),
  DecidedBy: nullable(Type.String()),
  DecidedAt: nullable(Moment),
  /** Receiver's speed per speed of the places, of a fault of speed. */
  Slope: nullable(Type.Number()),
  AccidentId: nullable(Id),
});
export type AnomalyRow = Static<typeof AnomalyRow>;

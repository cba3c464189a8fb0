import Type from 'typebox';
import { jobStates } from '../states.ts';
import type { Static } from '../static.ts';
import { Day, Id, nullable, ObjectId } from './common.ts';

/** Period whose trips and scores are recomputed. `Recompute` reports the progress of the job. */
export const RecomputeOrder = Type.Object(
  { From: Day, To: Day, ObjectId: Type.Optional(ObjectId) },
  { additionalProperties: false },
);
export type RecomputeOrder = Static<typeof RecomputeOrder>;
export const Recompute = Type.Object({
  Id,
  State: Type.Enum([...jobStates]),
  Done: Type.Integer(),
  /** Number of all steps of the recompute job. Null: not known yet. */
  Total: nullable(Type.Integer()),
});
export type Recompute = Static<typeof Recompute>;

/** Progress of recomputing a company's trips, by an order of a manager or after an upgrade. */
export const RecomputeProgress = Type.Object({
  Done: Type.Integer(),
  /** Number of trips to recompute. Null: nothing is recomputed, or the number is not known yet. */
  Total: nullable(Type.Integer()),
  /** Time left at the speed so far, seconds. Null: not known. */
  SecondsLeft: nullable(Type.Integer()),
});
export type RecomputeProgress = Static<typeof RecomputeProgress>;

import type { AccidentStatus } from '../../../src/contract/shapes/accident.ts';
import { isFinalStatus, workStatus } from '../../../src/contract/workStatuses.ts';
import { differences } from '../../db/differences.ts';
import type { Changes } from '../../transaction.ts';
import type { AccidentState } from './repository.ts';

/** The operator's decision. If a value is absent, the case keeps its own. */
export interface Outcome {
  readonly StatusOfRoadAccidentID?: number | undefined;
  readonly UnconfirmationReasonId?: number | undefined;
}

type WorkState = Pick<AccidentState, 'status_of_road_accident_id' | 'unconfirmation_reason_id' | 'next_call_at'>;

/** Work status after a move to a bucket. A reopened case is new again, an undecided mini-loss is finished. */
const statusAfterMove = (bucket: AccidentStatus, currentStatus: number, chosenStatus: number | undefined): number => {
  if (bucket === 'opened') return workStatus.fresh;
  const status = chosenStatus ?? currentStatus;
  return bucket === 'notvalid' && !isFinalStatus(status) ? workStatus.finished : status;
};

/**
 * Work status, rejection reason and next call after a case moves to a bucket. A finished case has no next call. A
 * confirmed crash has no reason for rejection, and a reopened case has no outcome.
 */
export const workAfterMove = (bucket: AccidentStatus, work: WorkState, outcome: Outcome = {}): WorkState => {
  const status = statusAfterMove(bucket, work.status_of_road_accident_id, outcome.StatusOfRoadAccidentID);
  const reason = bucket === 'opened' ? null : (outcome.UnconfirmationReasonId ?? work.unconfirmation_reason_id);
  return {
    status_of_road_accident_id: status,
    unconfirmation_reason_id: status === workStatus.confirmed ? null : reason,
    next_call_at: null,
  };
};

const toWire = (work: WorkState) => ({
  StatusOfRoadAccidentID: work.status_of_road_accident_id,
  UnconfirmationReasonId: work.unconfirmation_reason_id,
  DateTimeOfNextCall: work.next_call_at,
});

export const workChanges = (before: WorkState, after: WorkState): Changes => differences(toWire(before), toWire(after));

interface AccidentWork extends WorkState {
  readonly contact_person_status_id: number | null;
  readonly crash_dynamics_id: number | null;
  readonly status: AccidentStatus;
}

export const statusAfterTake = ({ status, status_of_road_accident_id: now }: AccidentWork): number =>
  status === 'opened' && !isFinalStatus(now) ? workStatus.inProgress : now;

/** Work status after the lease ends: call back if a call is planned, in progress if work has begun, else new. */
export const statusAfterRelease = (accident: AccidentWork, wasCalled: boolean): number => {
  const { status, status_of_road_accident_id: now } = accident;
  if (status !== 'opened' || now !== workStatus.inProgress) return now;
  if (accident.next_call_at !== null) return workStatus.callBack;
  const hasBegun = wasCalled || accident.contact_person_status_id !== null || accident.crash_dynamics_id !== null;
  return hasBegun ? now : workStatus.fresh;
};

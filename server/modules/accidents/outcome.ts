import type { AccidentStatus } from '../../../src/contract/shapes/accident.ts';
import { isFinalStatus, workStatus } from '../../../src/contract/workStatuses.ts';
import type { Changes } from '../../context.ts';
import { differences } from '../../db/differences.ts';
import type { AccidentState } from './repository.ts';

/** What an operator decided: nothing of it is needed where the case has it already. */
export interface Outcome {
  readonly StatusOfRoadAccidentID?: number | undefined;
  readonly UnconfirmationReasonId?: number | undefined;
}

type Work = Pick<AccidentState, 'status_of_road_accident_id' | 'unconfirmation_reason_id' | 'next_call_at'>;

/** The work status in another bucket: a new case begins anew, a mini-loss that nobody decided on is finished. */
const statusIn = (bucket: AccidentStatus, now: number, chosen: number | undefined): number => {
  if (bucket === 'opened') return workStatus.fresh;
  const wanted = chosen ?? now;
  return bucket === 'notvalid' && !isFinalStatus(wanted) ? workStatus.finished : wanted;
};

/**
 * Work status, reason and next call of a case that goes to another bucket: whoever is done with it calls nobody, and a crash
 * that is confirmed has no reason of an earlier decision why it was none.
 */
export const workIn = (bucket: AccidentStatus, work: Work, outcome: Outcome = {}): Work => {
  const status = statusIn(bucket, work.status_of_road_accident_id, outcome.StatusOfRoadAccidentID);
  const reason = outcome.UnconfirmationReasonId ?? work.unconfirmation_reason_id;
  return {
    status_of_road_accident_id: status,
    unconfirmation_reason_id: status === workStatus.confirmed ? null : reason,
    next_call_at: null,
  };
};

const onWire = (work: Work) => ({
  StatusOfRoadAccidentID: work.status_of_road_accident_id,
  UnconfirmationReasonId: work.unconfirmation_reason_id,
  DateTimeOfNextCall: work.next_call_at,
});

/** For the history. */
export const workChanges = (before: Work, after: Work): Changes => differences(onWire(before), onWire(after));

interface Held extends Work {
  readonly contact_person_status_id: number | null;
  readonly crash_dynamics_id: number | null;
  readonly status: AccidentStatus;
}

/** Whoever takes a new case works on it. */
export const statusTaken = ({ status, status_of_road_accident_id: now }: Held): number =>
  status === 'opened' && !isFinalStatus(now) ? workStatus.inProgress : now;

/** Given back: nobody works on it. Something was written down, or a call is planned, or it is as new. */
export const statusGivenBack = (accident: Held, called: boolean): number => {
  const { status, status_of_road_accident_id: now } = accident;
  if (status !== 'opened' || now !== workStatus.inProgress) return now;
  if (accident.next_call_at !== null) return workStatus.callBack;
  const begun = called || accident.contact_person_status_id !== null || accident.crash_dynamics_id !== null;
  return begun ? now : workStatus.fresh;
};

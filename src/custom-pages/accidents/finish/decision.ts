import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { callResult, isFinalStatus, workStatus } from '../../../contract/workStatuses.ts';

/** Outcome of a case: closed with a work status, moved to the mini-losses, or called again later. */
export type Outcome = { readonly to: 'closed'; readonly status: number } | { readonly to: 'notvalid' | 'later' };

export interface Decision {
  readonly way: Outcome | undefined;
  readonly reason: number | null;
  readonly comment: string;
  /** Time of the next call, set by the operator. Null: the rules decide. */
  readonly callAt: string | null;
}

/** Returns the initial decision: the present final status, or "confirmed" if the crash has been described. */
export const firstDecision = (accident: AccidentDetail, to?: 'notvalid'): Decision => {
  const {
    StatusOfRoadAccidentID: status,
    UnconfirmationReasonId: reason,
    ContactPersonStatusId,
    CrashDynamicsId,
  } = accident;
  const described = ContactPersonStatusId !== null && CrashDynamicsId !== null && reason === null;
  const decided = isFinalStatus(status) ? status : described ? workStatus.confirmed : undefined;
  const way: Outcome | undefined = to ? { to } : decided === undefined ? undefined : { to: 'closed', status: decided };
  return { way, reason, comment: '', callAt: null };
};

/** Selects a reason. A reason implies that it was no crash. A second press clears the reason. */
export const withReason = (decision: Decision, reason: number): Decision => {
  if (decision.reason === reason) return { ...decision, reason: null };
  const mini = decision.way?.to === 'notvalid';
  return { ...decision, reason, way: mini ? { to: 'notvalid' } : { to: 'closed', status: workStatus.notConfirmed } };
};

export const withOutcome = (decision: Decision, way: Outcome): Decision => ({
  ...decision,
  way,
  reason: needsReason(way) ? decision.reason : null,
});

export const needsReason = (way: Outcome | undefined): boolean =>
  way?.to === 'notvalid' || (way?.to === 'closed' && way.status === workStatus.notConfirmed);

export type MissingPart = 'way' | 'reason' | 'callAt';

/** Returns the first missing part of the decision. */
export const firstMissingPart = (
  { way, reason, comment, callAt }: Decision,
  nowMs: number,
): MissingPart | undefined => {
  if (!way) return 'way';
  if (way.to === 'closed' && way.status === workStatus.notConfirmed && reason === null) return 'reason';
  if (way.to === 'notvalid' && reason === null && comment.trim() === '') return 'reason';
  if (way.to === 'later' && callAt !== null && !(Date.parse(callAt) > nowMs)) return 'callAt';
  return undefined;
};

/** Returns the body of the move. */
export const moveOf = ({ way, reason, comment }: Decision) => ({
  Status: way?.to,
  ...(way?.to === 'closed' && { StatusOfRoadAccidentID: way.status }),
  ...(needsReason(way) && reason !== null && { UnconfirmationReasonId: reason }),
  ...(comment.trim() && { Reason: comment.trim() }),
});

/** Returns the body of the phone call that is logged instead of a move. */
export const callOf = ({ comment, callAt }: Decision) => ({
  ResultId: callResult.callBack,
  ...(callAt !== null && { DateTimeOfNextCall: callAt }),
  ...(comment.trim() && { Comment: comment.trim() }),
});

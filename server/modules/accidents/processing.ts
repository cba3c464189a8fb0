import { hasAnyRole, rights } from '../../../src/contract/access.ts';
import {
  type AccidentDetail,
  type AccidentMerge,
  type AccidentMove,
  type AccidentStatus,
  type AccidentUpdate,
  accidentMoves,
  needsReason,
} from '../../../src/contract/shapes/accident.ts';
import { isFinalStatus, workStatus } from '../../../src/contract/workStatuses.ts';
import { idsOfPair } from '../../../src/schema/kinds/value.ts';
import { differences } from '../../db/differences.ts';
import { freeLease, holderOf } from '../../domain/accident-lease.ts';
import { faultsOf } from '../../engine/table/checks.ts';
import { selectRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { updateRecord } from '../../engine/table/saving.ts';
import { DomainError, invalid } from '../../errors.ts';
import { statusTitle } from '../../plugins/errors.ts';
import type { Changes, Tx } from '../../transaction.ts';
import type { AccidentContext, CallerContext } from './accidentContext.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { storeDecision } from './decisions.ts';
import { attachDuplicate, detachDuplicate, requireMergeable } from './duplicates.ts';
import { trimReason } from './input.ts';
import { changeLeasedAccident, leaseChanges, requireLease } from './lease.ts';
import { type Outcome, workAfterMove, workChanges } from './outcome.ts';
import { readDetail } from './reading.ts';
import { planReminder } from './reminders.ts';
import {
  type AccidentKey,
  type AccidentState,
  countMove,
  lockAccident,
  lockAccidents,
  writeAccident,
} from './repository.ts';
import { accidentsTable } from './table.ts';

const requireCurrent = async (
  context: AccidentContext,
  request: CallerContext,
  tx: Tx,
  accident: AccidentState,
  version: number,
) => {
  if (accident.version === version) return;
  throw new DomainError('STALE', { extra: { Current: await readDetail(context, request, accident.id, tx.db) } });
};

/**
 * Keeps the three damage fields consistent. If the body has pairs of part and kind, the lists of parts and kinds follow
 * from these. If it has parts or kinds, pairs that no longer fit are removed.
 */
const withConsistentDamages = (body: AccidentUpdate, { damages }: Pick<AccidentState, 'damages'>): AccidentUpdate => {
  if (body.Damages) {
    const pairs = body.Damages.map(idsOfPair);
    return {
      ...body,
      CarPartIds: pairs.map(([part]) => part),
      DamageDescriptionIds: pairs.map(([, kind]) => kind),
    };
  }
  const { CarPartIds, DamageDescriptionIds } = body;
  if (!CarPartIds && !DamageDescriptionIds) return body;
  const Damages = damages.filter(choice => {
    const [part, kind] = idsOfPair(choice);
    return (CarPartIds?.includes(part) ?? true) && (DamageDescriptionIds?.includes(kind) ?? true);
  });
  return { ...body, Damages };
};

/** Removes the reason for rejection when a crash is confirmed. */
const withoutStaleReason = (body: AccidentUpdate): AccidentUpdate =>
  body.StatusOfRoadAccidentID === workStatus.confirmed ? { UnconfirmationReasonId: null, ...body } : body;

/** Throws if a finished case would get an open status or a next call. It must be reopened first. */
const requireFinishedValues = (accident: AccidentState, body: AccidentUpdate): void => {
  if (accident.status === 'opened') return;
  const { StatusOfRoadAccidentID: to, DateTimeOfNextCall: call } = body;
  if (to !== undefined && to !== accident.status_of_road_accident_id && !isFinalStatus(to))
    throw invalid({ field: 'StatusOfRoadAccidentID', message: 'outcomeNeeded' });
  if (call && Date.parse(call) !== Date.parse(accident.next_call_at ?? ''))
    throw invalid({ field: 'DateTimeOfNextCall', message: 'newOnly' });
};

/** Saves the values that the operator entered. */
export const updateAccident = (
  context: AccidentContext,
  request: CallerContext,
  id: number,
  body: AccidentUpdate,
): Promise<AccidentDetail> =>
  changeLeasedAccident(context, request, id, async (tx, accident, key) => {
    requireFinishedValues(accident, body);
    const requestContext = toRequestContext(context, context.dictionaries, request);
    return updateRecord<AccidentDetail>(
      tx,
      accidentsTable,
      requestContext,
      id,
      { ...withConsistentDamages(withoutStaleReason(body), accident) },
      async changes => {
        const call = changes.find(({ field }) => field === 'DateTimeOfNextCall');
        // A person typed this time, so the client was promised a call then.
        if (call) await writeAccident(tx.db, key, { next_call_promised: true });
        if (call) await planReminder(tx, key, typeof call.after === 'string' ? new Date(call.after) : null);
        await emitAccidentEvent(tx, key, { action: 'update', fields: changes.map(({ field }) => field) });
      },
    );
  });

const requireMove = ({ locale }: CallerContext, from: AccidentStatus, to: AccidentStatus) => {
  if (accidentMoves[from].includes(to)) return;
  const values = { from: statusTitle(locale, from), to: statusTitle(locale, to) };
  throw new DomainError('MOVE_NOT_ALLOWED', { values });
};

/**
 * Throws if a value of the outcome is invalid. A closed case needs a final status and all values that this status
 * requires.
 */
const requireOutcome = async (
  context: AccidentContext,
  request: CallerContext,
  tx: Tx,
  accident: AccidentState,
  to: AccidentStatus,
  outcome: Outcome,
): Promise<void> => {
  if (to === 'opened') return;
  const requestContext = toRequestContext(context, context.dictionaries, request);
  const body = Object.fromEntries(Object.entries({ ...outcome }).filter(([, value]) => value !== undefined));
  const record = await selectRecord(tx.db, accidentsTable, requestContext, accident.id, false);
  // All values that the status of a closed case requires must be present, so unchanged values are checked too.
  const work = { StatusOfRoadAccidentID: accident.status_of_road_accident_id, ...body };
  const checkedValues = to === 'closed' ? work : body;
  const faults = faultsOf(accidentsTable, checkedValues, { ...record, ...work }, requestContext.presentContext);
  if (faults.length > 0) throw invalid(...faults);
  if (to === 'closed' && !isFinalStatus(work.StatusOfRoadAccidentID))
    throw invalid({ field: 'StatusOfRoadAccidentID', message: 'outcomeNeeded' });
};

/**
 * Moves the accident to a bucket and ends the work on it. `duplicateOf`: the case of which it is a duplicate from now
 * on. Returns the changes for the history.
 */
export const setStatus = async (
  tx: Tx,
  key: AccidentKey,
  accident: AccidentState,
  to: AccidentStatus,
  at: Date,
  outcome?: Outcome,
  duplicateOf: number | null = null,
): Promise<Changes> => {
  const finished_at = to === 'opened' ? null : at;
  const endColumns = { operator_id: tx.actorId, finished_at, duplicate_of_id: duplicateOf };
  const work = workAfterMove(to, accident, outcome);
  await writeAccident(tx.db, key, { status: to, ...work, ...endColumns, ...freeLease, version: accident.version + 1 });
  countMove(tx, accident.status, to);
  return [
    { field: 'Status', before: accident.status, after: to },
    ...differences({ DuplicateOf: accident.duplicate_of_id }, { DuplicateOf: duplicateOf }),
    ...workChanges(accident, work),
  ];
};

/** Ends that a case is a duplicate. Only a manager may do it, because two cases may then call one client. */
const separate = async ({ caller }: CallerContext, tx: Tx, accident: AccidentState): Promise<void> => {
  if (!hasAnyRole(caller.roles, rights.separation))
    throw new DomainError('FORBIDDEN', { values: { roles: rights.separation.join(', ') } });
  await detachDuplicate(tx, accident);
};

/** Moves the accident to another bucket and ends the lease. */
export const moveAccident = (
  context: AccidentContext,
  request: CallerContext,
  id: number,
  body: AccidentMove,
): Promise<AccidentDetail> => {
  const { Status: to, Version, Reason, ...outcome } = body;
  const reason = trimReason(Reason);
  return changeLeasedAccident(context, request, id, async (tx, accident, key) => {
    await requireCurrent(context, request, tx, accident, Version);
    requireMove(request, accident.status, to);
    // A case moved to the mini-losses needs an entry of the dictionary or a text as the reason. A reopened case needs a
    // text.
    const reasonId = outcome.UnconfirmationReasonId ?? accident.unconfirmation_reason_id;
    if (needsReason(to) && !reason && (to === 'opened' || reasonId === null)) throw new DomainError('REASON_NEEDED');
    await requireOutcome(context, request, tx, accident, to, outcome);
    if (accident.duplicate_of_id !== null) await separate(request, tx, accident);
    const changes = await setStatus(tx, key, accident, to, context.now(), outcome);
    await tx.audit({
      entity: 'accident',
      entityId: id,
      action: 'move',
      reason,
      changes: [...changes, ...leaseChanges(holderOf(accident, context.now()), undefined)],
    });
    // A processed accident has no next call, so its reminder is removed.
    const reminders = await planReminder(tx, key, null);
    if (to !== 'opened') await storeDecision(tx, key, { before: accident, version: accident.version + 1, reminders });
    await emitAccidentEvent(tx, key, {
      action: 'move',
      fields: [...changes.map(({ field }) => field), 'LockedBy', 'Duplicates'],
      statusBefore: accident.status,
    });
    return readDetail(context, request, id, tx.db);
  });
};

/**
 * Closes a new case as a duplicate of another case of the same vehicle, and ends the lease. Both cases are locked in the
 * order of their ids, so of two opposite merges the second finds its target merged.
 */
export const mergeAccident = (
  context: AccidentContext,
  request: CallerContext,
  id: number,
  { Into, IntoStatus, Version }: AccidentMerge,
): Promise<AccidentDetail> =>
  request.change(async tx => {
    const { companyId } = request.caller;
    const key = { companyId, id };
    if (id === Into) throw invalid({ field: 'Into', message: 'otherCase' });
    await lockAccidents(tx.db, companyId, [id, Into]);
    const accident = await lockAccident(tx.db, key);
    const kept = await lockAccident(tx.db, { companyId, id: Into });
    requireLease(accident, request, context.now());
    await requireCurrent(context, request, tx, accident, Version);
    requireMove(request, accident.status, 'closed');
    await requireMergeable(tx, accident, kept, IntoStatus);
    const outcome = { StatusOfRoadAccidentID: workStatus.finished };
    const changes = await setStatus(tx, key, accident, 'closed', context.now(), outcome, Into);
    await tx.audit({
      entity: 'accident',
      entityId: id,
      action: 'merge',
      changes: [...changes, ...leaseChanges(holderOf(accident, context.now()), undefined)],
    });
    const reminders = await planReminder(tx, key, null);
    await storeDecision(tx, key, { before: accident, version: accident.version + 1, reminders });
    await attachDuplicate(tx, kept, accident);
    await emitAccidentEvent(tx, key, {
      action: 'move',
      fields: [...changes.map(({ field }) => field), 'LockedBy', 'Duplicates'],
      statusBefore: accident.status,
    });
    return readDetail(context, request, id, tx.db);
  });

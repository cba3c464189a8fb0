import type { Selectable } from 'kysely';
import { decisionUndoS } from '../../../src/contract/limits.ts';
import type { AccidentDetail } from '../../../src/contract/shapes/accident.ts';
import { differences } from '../../db/differences.ts';
import type { AccidentDecision } from '../../db/types.ts';
import { createLease, holderOf } from '../../domain/accident-lease.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { AccidentContext, CallerContext } from './accidentContext.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { detachDuplicate } from './duplicates.ts';
import { leaseChanges, lockedByError } from './lease.ts';
import { readDetail } from './reading.ts';
import { restoreReminders, type StoredReminder, withoutLeavers } from './reminders.ts';
import { type AccidentKey, type AccidentState, countMove, lockAccident, writeAccident } from './repository.ts';

/** Columns that a decision changes, by their names in the history. `OperatorId` and `FinishedAt` are not in it. */
const historyNames = {
  status: 'Status',
  status_of_road_accident_id: 'StatusOfRoadAccidentID',
  unconfirmation_reason_id: 'UnconfirmationReasonId',
  next_call_at: 'DateTimeOfNextCall',
  contact_person_status_id: 'ContactPersonStatusId',
  duplicate_of_id: 'DuplicateOf',
} as const;
const decidedColumns = [
  ...(Object.keys(historyNames) as (keyof typeof historyNames)[]),
  'next_call_promised',
  'first_contact_at',
  'operator_id',
  'finished_at',
] as const;

type DecidedColumns = Pick<AccidentState, (typeof decidedColumns)[number]>;

const pickDecided = (accident: AccidentState): DecidedColumns =>
  Object.fromEntries(decidedColumns.map(name => [name, accident[name]])) as DecidedColumns;

interface FormerState {
  readonly columns: DecidedColumns;
  readonly reminders: readonly StoredReminder[];
}

/** The server accepts an undo this much later than the cabinet offers it, seconds, because requests take time. */
const undoToleranceS = 5;

/** Stores the state of a case before a decision. Replaces the stored state of the former decision. */
export const storeDecision = async (
  tx: Tx,
  { companyId, id }: AccidentKey,
  decision: {
    readonly before: AccidentState;
    /** Version of the case after the decision. */
    readonly version: number;
    readonly reminders: readonly StoredReminder[];
    readonly callId?: number;
  },
): Promise<void> => {
  if (tx.actorId === null) return;
  const former: FormerState = { columns: pickDecided(decision.before), reminders: decision.reminders };
  const row = {
    author_id: tx.actorId,
    at: tx.at,
    version: decision.version,
    former: JSON.stringify(former),
    call_id: decision.callId ?? null,
  };
  await tx.db
    .insertInto('accident_decision')
    .values({ company_id: companyId, accident_id: id, ...row })
    .onConflict(conflict => conflict.columns(['company_id', 'accident_id']).doUpdateSet(row))
    .execute();
};

/** Deletes the stored decision and returns it. Throws unless the caller made it a moment ago. */
const takeDecision = async (
  tx: Tx,
  { companyId, id }: AccidentKey,
  accountId: number,
  now: Date,
): Promise<Selectable<AccidentDecision>> => {
  const decision = await tx.db
    .deleteFrom('accident_decision')
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .where('author_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
  const untilMs = decision ? Date.parse(decision.at) + (decisionUndoS + undoToleranceS) * 1000 : 0;
  if (!decision || untilMs < now.getTime()) throw new DomainError('UNDO_OVER');
  return decision;
};

/**
 * Restores a case to the state before the caller's last decision, and gives the case back to the caller. Refused if the
 * decision is older than `decisionUndoS`, or if somebody has changed or leased the case since.
 */
export const undoDecision = (context: AccidentContext, request: CallerContext, id: number): Promise<AccidentDetail> =>
  request.change(async tx => {
    const { companyId, accountId, fullName } = request.caller;
    const key = { companyId, id };
    const now = context.now();
    const accident = await lockAccident(tx.db, key);
    const { version, former, call_id } = await takeDecision(tx, key, accountId, now);
    const holder = holderOf(accident, now);
    if (holder && holder.id !== accountId) throw lockedByError(holder);
    // A lease does not change the version, but gives a new case to another operator.
    if (accident.version !== version || accident.operator_id !== accountId) throw new DomainError('CHANGED_SINCE');
    const { columns: storedColumns, reminders } = former as unknown as FormerState;
    // Only a decision that logged a call set the first contact. A colleague may have called since.
    const columns =
      call_id === null ? { ...storedColumns, first_contact_at: accident.first_contact_at } : storedColumns;
    const caller = { id: accountId, name: fullName };
    await writeAccident(tx.db, key, { ...columns, ...createLease(caller, now), version: version + 1 });
    if (call_id !== null)
      await tx.db.deleteFrom('accident_call').where('company_id', '=', companyId).where('id', '=', call_id).execute();
    const hasMoved = accident.status !== columns.status;
    if (hasMoved) countMove(tx, accident.status, columns.status);
    if (accident.duplicate_of_id !== columns.duplicate_of_id) await detachDuplicate(tx, accident);
    await restoreReminders(tx, key, await withoutLeavers(tx, companyId, reminders));
    const toHistory = (state: DecidedColumns) =>
      Object.fromEntries(Object.entries(historyNames).map(([column, name]) => [name, state[column as 'status']]));
    const changes = [...differences(toHistory(accident), toHistory(columns)), ...leaseChanges(holder, caller)];
    await tx.audit({ entity: 'accident', entityId: id, action: 'undo', changes });
    await emitAccidentEvent(tx, key, {
      // Other systems and open lists learn of a case that is back in its former bucket as of any other move.
      action: hasMoved ? 'move' : 'undo',
      fields: [...changes.map(({ field }) => field), 'LockedBy', 'Duplicates', ...(call_id === null ? [] : ['Calls'])],
      ...(hasMoved && { statusBefore: accident.status }),
    });
    return readDetail(context, request, id, tx.db);
  });

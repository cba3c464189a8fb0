import type { Context } from '../../context.ts';
import { holderOf, type Lease, type LeaseHolder } from '../../domain/accident-lease.ts';
import type { ActionRule } from '../../engine/table/actions.ts';
import type { Row, Undo } from '../../engine/table/define.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { lockedByError } from './lease.ts';
import { setStatus } from './processing.ts';
import { planReminder, reassignReminders, restoreReminders, type StoredReminder, withoutLeavers } from './reminders.ts';
import {
  type AccidentKey,
  type AccidentState,
  countMove,
  lockAccident,
  readOperatorName,
  writeAccident,
} from './repository.ts';

/** Throws if another user has locked the case. Unlike an edit, this action does not need a lock of the caller. */
const requireFree = (lease: Lease, accountId: number, now: Date): void => {
  const holder = holderOf(lease, now);
  if (holder && holder.id !== accountId) throw lockedByError(holder);
};

interface Clock extends Pick<Context, 'now'> {}

const lockFreeAccident = async (
  tx: Tx,
  { now }: Clock,
  key: AccidentKey,
  accountId: number,
): Promise<AccidentState> => {
  const accident = await lockAccident(tx.db, key);
  requireFree(accident, accountId, now());
  return accident;
};

/** Undoes a change of the planned call. Restores the former reminders and removes the reminders planned since. */
const undoReminders: Undo = async ({ tx, requestContext, id, keptValues: kept, record, now }) => {
  requireFree(leaseOf(record), requestContext.caller.accountId, now);
  const key = { companyId: requestContext.caller.companyId, id };
  const reminders = (kept.Reminders ?? []) as readonly StoredReminder[];
  await restoreReminders(tx, key, await withoutLeavers(tx, key.companyId, reminders));
};

const leaseOf = (record: Row): Lease => ({
  locked_by: record.LockedBy as number | null,
  locked_by_name: record.LockedByName as string | null,
  locked_until: record.LockedUntil as string | null,
});

const moveToMini = (clock: Clock): ActionRule => ({
  act: ({ caller, id, change, keep }) =>
    change(async tx => {
      const key = { companyId: caller.companyId, id };
      const accident = await lockFreeAccident(tx, clock, key, caller.accountId);
      const changes = await setStatus(tx, key, accident, 'notvalid', clock.now());
      keep({ Reminders: await planReminder(tx, key, null) });
      const fields = [...changes.map(({ field }) => field), 'LockedBy'];
      await emitAccidentEvent(tx, key, { action: 'move', fields, statusBefore: accident.status });
      return changes;
    }),
  undo: async run => {
    await undoReminders(run);
    countMove(run.tx, 'notvalid', 'opened');
  },
});

const readOperator = async ({ db }: Tx, companyId: number, id: unknown): Promise<LeaseHolder> => {
  const operator = await db
    .selectFrom('account')
    .select(['id', 'full_name as name'])
    .where('company_id', '=', companyId)
    .where('id', '=', Number(id))
    .where('blocked_at', 'is', null)
    .where('invited_at', 'is', null)
    .executeTakeFirstOrThrow(() => invalid({ field: 'OperatorId', message: 'unknownOption' }));
  return operator;
};

const assignOperator = (clock: Clock): ActionRule => ({
  act: ({ caller, id, values, change, keep }) =>
    change(async tx => {
      const key = { companyId: caller.companyId, id };
      const operator = await readOperator(tx, caller.companyId, values.OperatorId);
      const accident = await lockFreeAccident(tx, clock, key, caller.accountId);
      if (accident.operator_id === operator.id) throw new DomainError('ALREADY_SO');
      await writeAccident(tx.db, key, { operator_id: operator.id, version: accident.version + 1 });
      keep({ Reminders: await reassignReminders(tx, key, operator.id) });
      await emitAccidentEvent(tx, key, { action: 'assign', fields: ['OperatorId'] });
      const before = await readOperatorName(tx.db, caller.companyId, accident.operator_id);
      return [{ field: 'OperatorId', before, after: operator.name }];
    }),
  undo: undoReminders,
});

const planNextCall = (clock: Clock): ActionRule => ({
  act: ({ caller, id, values, change, keep }) =>
    change(async tx => {
      const key = { companyId: caller.companyId, id };
      const accident = await lockFreeAccident(tx, clock, key, caller.accountId);
      const at = new Date(String(values.DateTimeOfNextCall));
      const before = accident.next_call_at;
      if (before !== null && Date.parse(before) === at.getTime()) throw new DomainError('ALREADY_SO');
      await writeAccident(tx.db, key, {
        next_call_at: at,
        next_call_promised: true,
        version: accident.version + 1,
      });
      keep({ Reminders: await planReminder(tx, key, at, accident.operator_id ?? caller.accountId) });
      await emitAccidentEvent(tx, key, { action: 'update', fields: ['DateTimeOfNextCall'] });
      return [{ field: 'DateTimeOfNextCall', before, after: at.toISOString() }];
    }),
  undo: undoReminders,
});

export const accidentActions = (
  clock: Clock,
): { readonly [action in 'toMini' | 'assign' | 'setNextCall']: ActionRule } => ({
  toMini: moveToMini(clock),
  assign: assignOperator(clock),
  setNextCall: planNextCall(clock),
});

import type { Context } from '../../context.ts';
import { type Holder, holderOf, type Lease } from '../../domain/accident-lease.ts';
import type { ActionRule } from '../../engine/table/actions.ts';
import type { Row, Undo } from '../../engine/table/define.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { lockedBy } from './lease.ts';
import { countMove, setStatus } from './processing.ts';
import { giveReminders, planReminder, restoreReminders, type StoredReminder } from './reminders.ts';
import { type AccidentKey, type AccidentState, lockRow, operatorName, writeAccident } from './repository.ts';

/** Throws if another user has locked the case. A case that no user has locked is treated as free for this action. */
const requireFree = (lease: Lease, accountId: number, now: Date): void => {
  const holder = holderOf(lease, now);
  if (holder && holder.id !== accountId) throw lockedBy(holder);
};

interface Desk extends Pick<Context, 'now'> {}

const freeRow = async (tx: Tx, { now }: Desk, key: AccidentKey, accountId: number): Promise<AccidentState> => {
  const accident = await lockRow(tx.db, key);
  requireFree(accident, accountId, now());
  return accident;
};

/** Restores the reminders of the former call plan and removes the reminders planned since. */
const reminders: Undo = async ({ tx, requestContext: asking, id, kept, record, now }) => {
  requireFree(leaseIn(record), asking.caller.accountId, now);
  const key = { companyId: asking.caller.companyId, id };
  await restoreReminders(tx, key, (kept.Reminders ?? []) as readonly StoredReminder[]);
};

const leaseIn = (record: Row): Lease => ({
  locked_by: record.LockedBy as number | null,
  locked_by_name: record.LockedByName as string | null,
  locked_until: record.LockedUntil as string | null,
});

const toMini = (desk: Desk): ActionRule => ({
  act: ({ caller, id, change, keep }) =>
    change(async tx => {
      const key = { companyId: caller.companyId, id };
      const accident = await freeRow(tx, desk, key, caller.accountId);
      const changes = await setStatus(tx, key, accident, 'notvalid', desk.now());
      keep({ Reminders: await planReminder(tx, key, null) });
      const fields = [...changes.map(({ field }) => field), 'LockedBy'];
      await emitAccidentEvent(tx, key, { action: 'move', fields, statusBefore: accident.status });
      return changes;
    }),
  undo: async undoing => {
    await reminders(undoing);
    await countMove(undoing.tx, 'notvalid', 'opened');
  },
});

/** Returns an operator who works for the company now. Throws if the id belongs to no such user. */
const operatorOf = async ({ db }: Tx, companyId: number, id: unknown): Promise<Holder> => {
  const found = await db
    .selectFrom('account')
    .select(['id', 'full_name as name'])
    .where('company_id', '=', companyId)
    .where('id', '=', Number(id))
    .where('blocked_at', 'is', null)
    .where('invited_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw invalid({ field: 'OperatorId', message: 'unknownOption' });
  return found;
};

const assign = (desk: Desk): ActionRule => ({
  act: ({ caller, id, values: asked, change, keep }) =>
    change(async tx => {
      const key = { companyId: caller.companyId, id };
      const to = await operatorOf(tx, caller.companyId, asked.OperatorId);
      const accident = await freeRow(tx, desk, key, caller.accountId);
      if (accident.operator_id === to.id) throw new DomainError('ALREADY_SO');
      await writeAccident(tx.db, key, { operator_id: to.id, version: accident.version + 1 });
      keep({ Reminders: await giveReminders(tx, key, to.id) });
      await emitAccidentEvent(tx, key, { action: 'assign', fields: ['OperatorId'] });
      const before = await operatorName(tx.db, caller.companyId, accident.operator_id);
      return [{ field: 'OperatorId', before, after: to.name }];
    }),
  undo: reminders,
});

const setNextCall = (desk: Desk): ActionRule => ({
  act: ({ caller, id, values: asked, change, keep }) =>
    change(async tx => {
      const key = { companyId: caller.companyId, id };
      const accident = await freeRow(tx, desk, key, caller.accountId);
      const at = new Date(String(asked.DateTimeOfNextCall));
      const before = accident.next_call_at;
      if (before !== null && Date.parse(before) === at.getTime()) throw new DomainError('ALREADY_SO');
      await writeAccident(tx.db, key, { next_call_at: at, version: accident.version + 1 });
      keep({ Reminders: await planReminder(tx, key, at, accident.operator_id ?? caller.accountId) });
      await emitAccidentEvent(tx, key, { action: 'update', fields: ['DateTimeOfNextCall'] });
      return [{ field: 'DateTimeOfNextCall', before, after: at.toISOString() }];
    }),
  undo: reminders,
});

/** Rules of an accident's actions, by the names in the description. */
export const accidentActions = (
  desk: Desk,
): { readonly [action in 'toMini' | 'assign' | 'setNextCall']: ActionRule } => ({
  toMini: toMini(desk),
  assign: assign(desk),
  setNextCall: setNextCall(desk),
});

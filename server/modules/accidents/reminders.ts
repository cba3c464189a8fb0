import { notify } from '../../engine/notifications/service.ts';
import type { Tx } from '../../transaction.ts';

/**
 * Stores the reminder of a planned call as a notification of its planner, dated at the time of the call. It becomes
 * visible then, so no job has to search for due calls.
 */
export const planReminder = async (
  tx: Tx,
  accident: AccidentKey,
  callAt: Date | null,
  plannerId: number | null = tx.actorId,
): Promise<readonly StoredReminder[]> => {
  const dropped = await dropReminders(tx, accident);
  for (const accountId of new Set(dropped.map(row => row.account_id)))
    if (accountId !== plannerId || !callAt) tx.emit('notification', { Kind: 'call' }, accountId);
  if (callAt && plannerId !== null)
    await notify(tx, plannerId, {
      companyId: accident.companyId,
      kind: 'call',
      at: callAt,
      about: { accident_id: accident.id },
    });
  return dropped;
};

interface AccidentKey {
  readonly companyId: number;
  readonly id: number;
}

/** The former state of a reminder that was removed or given to another user. */
export interface StoredReminder {
  readonly account_id: number;
  readonly at: string;
  readonly actor_name: string | null;
  readonly text: string | null;
}

const dropReminders = (tx: Tx, { companyId, id }: AccidentKey): Promise<StoredReminder[]> =>
  tx.db
    .deleteFrom('notification')
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .where('kind', '=', 'call')
    .where('read_at', 'is', null)
    .returning(['account_id', 'at', 'actor_name', 'text'])
    .execute();

/** Gives the reminders of an accident to another user. Returns their former state. */
export const giveReminders = async (
  tx: Tx,
  accident: AccidentKey,
  toId: number,
): Promise<readonly StoredReminder[]> => {
  const dropped = await dropReminders(tx, accident);
  await restoreReminders(
    tx,
    accident,
    dropped.map(reminder => ({ ...reminder, account_id: toId })),
  );
  return dropped;
};

/** Restores the former reminders of an accident and removes all others. */
export const restoreReminders = async (
  tx: Tx,
  accident: AccidentKey,
  kept: readonly StoredReminder[],
): Promise<void> => {
  const dropped = await dropReminders(tx, accident);
  if (kept.length > 0)
    await tx.db
      .insertInto('notification')
      .values(
        kept.map(reminder => ({
          ...reminder,
          company_id: accident.companyId,
          accident_id: accident.id,
          kind: 'call' as const,
        })),
      )
      .execute();
  for (const accountId of new Set([...dropped, ...kept].map(row => row.account_id)))
    tx.emit('notification', { Kind: 'call' }, accountId);
};

interface Whose {
  readonly companyId: number;
  readonly accountId: number;
}

const plannedColumns = ['accident_id', 'account_id', 'at', 'actor_name', 'text'] as const;

const dropCalls = ({ db }: Tx, { companyId, accountId }: Whose) =>
  db
    .deleteFrom('notification')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'call')
    .where('read_at', 'is', null)
    .returning(plannedColumns)
    .execute();

const giveCalls = ({ db }: Tx, { companyId, accountId }: Whose, toId: number) =>
  db
    .updateTable('notification')
    .set({ account_id: toId })
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'call')
    .where('read_at', 'is', null)
    .returning(plannedColumns)
    .execute();

/**
 * Gives all reminders of a user to another one. Without another user they are removed, because the queue shows due
 * calls.
 */
export const handOverReminders = async (
  tx: Tx,
  companyId: number,
  fromId: number,
  toId: number | undefined,
): Promise<readonly (StoredReminder & { readonly accident_id: number | null })[]> => {
  const whose = { companyId, accountId: fromId };
  const moved = await (toId === undefined ? dropCalls(tx, whose) : giveCalls(tx, whose, toId));
  for (const accountId of moved.length === 0 ? [] : toId === undefined ? [fromId] : [fromId, toId])
    tx.emit('notification', { Kind: 'call' }, accountId);
  return moved.map(reminder => ({ ...reminder, account_id: fromId }));
};

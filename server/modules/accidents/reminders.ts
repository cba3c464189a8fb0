import { notify } from '../../engine/notifications/service.ts';
import type { Tx } from '../../transaction.ts';

/**
 * Stores the reminder of a planned phone call as a notification of its planner, dated at the time of the call. It
 * becomes visible at that time, so no job has to search for due calls.
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

export const reassignReminders = async (
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

/**
 * Returns former reminders for people who still work for the company. The reminder of somebody who has been blocked or
 * removed goes to the caller, so that the client is called all the same.
 */
export const withoutLeavers = async (
  { db, actorId }: Tx,
  companyId: number,
  reminders: readonly StoredReminder[],
): Promise<readonly StoredReminder[]> => {
  if (reminders.length === 0 || actorId === null) return reminders;
  const present = await db
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', 'in', [...new Set(reminders.map(({ account_id }) => account_id))])
    .where('blocked_at', 'is', null)
    .execute();
  const presentIds = new Set(present.map(({ id }) => id));
  const reassigned = reminders.map(reminder =>
    presentIds.has(reminder.account_id) ? reminder : { ...reminder, account_id: actorId },
  );
  // One person is reminded of a case once, whoever had the reminders before.
  return [...new Map(reassigned.map(reminder => [reminder.account_id, reminder])).values()];
};

export const restoreReminders = async (
  tx: Tx,
  accident: AccidentKey,
  reminders: readonly StoredReminder[],
): Promise<void> => {
  const dropped = await dropReminders(tx, accident);
  if (reminders.length > 0)
    await tx.db
      .insertInto('notification')
      .values(
        reminders.map(reminder => ({
          ...reminder,
          company_id: accident.companyId,
          accident_id: accident.id,
          kind: 'call' as const,
        })),
      )
      .execute();
  for (const accountId of new Set([...dropped, ...reminders].map(row => row.account_id)))
    tx.emit('notification', { Kind: 'call' }, accountId);
};

interface UserKey {
  readonly companyId: number;
  readonly accountId: number;
}

const reminderColumns = ['accident_id', 'account_id', 'at', 'actor_name', 'text'] as const;

const dropUserReminders = ({ db }: Tx, { companyId, accountId }: UserKey) =>
  db
    .deleteFrom('notification')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'call')
    .where('read_at', 'is', null)
    .returning(reminderColumns)
    .execute();

const reassignUserReminders = ({ db }: Tx, { companyId, accountId }: UserKey, toId: number) =>
  db
    .updateTable('notification')
    .set({ account_id: toId })
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'call')
    .where('read_at', 'is', null)
    .returning(reminderColumns)
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
  const userKey = { companyId, accountId: fromId };
  const movedReminders = await (toId === undefined
    ? dropUserReminders(tx, userKey)
    : reassignUserReminders(tx, userKey, toId));
  for (const accountId of movedReminders.length === 0 ? [] : toId === undefined ? [fromId] : [fromId, toId])
    tx.emit('notification', { Kind: 'call' }, accountId);
  return movedReminders.map(reminder => ({ ...reminder, account_id: fromId }));
};

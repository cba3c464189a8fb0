import { sql } from 'kysely';
import type { NotificationKind } from '../../../src/contract/shapes/messages.ts';
import type { Tx } from '../../context.ts';

interface NewNotification {
  readonly companyId: number;
  readonly kind: NotificationKind;
  readonly at: Date;
  readonly accidentId?: number | null;
  readonly messageId?: number;
  readonly actorName?: string;
  readonly text?: string | null;
}

/** As much of a text as a notification shows. */
const excerptLength = 160;
const excerpt = (text: string | null | undefined): string | null => {
  const letters = [...(text ?? '')];
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength).join('')}…` : (text ?? null);
};

/** The switch of an account's settings, by the same name with a capital. */
const settingOf = (kind: NotificationKind): string => kind.charAt(0).toUpperCase() + kind.slice(1);

const columns = (notification: NewNotification) => ({
  company_id: notification.companyId,
  kind: notification.kind,
  at: notification.at,
  accident_id: notification.accidentId ?? null,
  message_id: notification.messageId ?? null,
  actor_name: notification.actorName ?? null,
  text: excerpt(notification.text),
});

/** Writes it for those who can sign in and have not switched this kind off; answers how many there are. */
const writeFor = async (tx: Tx, notification: NewNotification, accountId: number | null): Promise<bigint> => {
  const { company_id, kind, at, accident_id, message_id, actor_name, text } = columns(notification);
  const { numAffectedRows } = await sql`
    insert into notification (company_id, account_id, kind, at, accident_id, message_id, actor_name, text)
    select company_id, id, ${kind}, ${at}::timestamptz, ${accident_id}::bigint, ${message_id}::bigint,
      ${actor_name}::text, ${text}::text
    from account
    where company_id = ${company_id} and blocked_at is null and id = coalesce(${accountId}::bigint, id)
      and settings->'Notifications'->>${settingOf(kind)}::text is distinct from 'false'`.execute(tx.db);
  return numAffectedRows ?? 0n;
};

/** Tells one person, in the transaction of what it tells of. */
export const notify = async (tx: Tx, accountId: number, notification: NewNotification): Promise<void> => {
  if (await writeFor(tx, notification, accountId)) tx.emit('notification', { Kind: notification.kind }, accountId);
};

/** Tells everybody in the company. */
export const notifyCompany = async (tx: Tx, notification: NewNotification): Promise<void> => {
  if (await writeFor(tx, notification, null)) tx.emit('notification', { Kind: notification.kind });
};

/**
 * Keeps the reminder of an accident's planned call: it lies among the notifications of whoever planned it with the
 * call's own time, and is seen from then on. So no job has to look for calls that are due.
 */
export const planReminder = async (
  tx: Tx,
  accident: { readonly companyId: number; readonly id: number },
  callAt: Date | null,
): Promise<void> => {
  const dropped = await tx.db
    .deleteFrom('notification')
    .where('company_id', '=', accident.companyId)
    .where('accident_id', '=', accident.id)
    .where('kind', '=', 'call')
    .where('read_at', 'is', null)
    .returning('account_id')
    .execute();
  for (const accountId of new Set(dropped.map(row => row.account_id)))
    if (accountId !== tx.actorId || !callAt) tx.emit('notification', { Kind: 'call' }, accountId);
  if (callAt && tx.actorId !== null)
    await notify(tx, tx.actorId, { companyId: accident.companyId, kind: 'call', at: callAt, accidentId: accident.id });
};

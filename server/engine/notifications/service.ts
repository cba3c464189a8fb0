import { sql } from 'kysely';
import type { JobNotice } from '../../../src/contract/shapes/jobs.ts';
import type { NotificationKind } from '../../../src/contract/shapes/messages.ts';
import type { cabinetNotices } from '../../../src/contract/shapes/settings.ts';
import { cutText } from '../../../src/schema/kinds/graphemes.ts';
import type { Tx } from '../../context.ts';

interface NewNotification {
  readonly companyId: number;
  readonly kind: NotificationKind;
  readonly at: Date;
  readonly accidentId?: number | null;
  readonly messageId?: number;
  readonly actorName?: string;
  readonly text?: string | null;
  readonly cases?: number;
  readonly path?: string;
  /** Kind of a device's alarm, a blank and its code. */
  readonly alarm?: string;
}

/** Length of the text quoted in a notification, in characters. */
const excerptLength = 160;
const excerpt = (text: string | null | undefined): string | null =>
  text && text.length > excerptLength ? `${cutText(text, excerptLength)}…` : (text ?? null);

/** The account setting that switches a kind off. Null: the kind is always on. */
const settings: { readonly [Kind in NotificationKind]: (typeof cabinetNotices)[number] | null } = {
  major: 'Major',
  takenOver: 'TakenOver',
  handedOver: 'HandedOver',
  reply: 'Reply',
  mention: 'Mention',
  call: 'Call',
  export: 'Jobs',
  exportFailed: 'Jobs',
  bulk: 'Jobs',
  bulkFailed: 'Jobs',
  import: 'Jobs',
  importFailed: 'Jobs',
  recompute: 'Jobs',
  recomputeFailed: 'Jobs',
  dossier: 'Jobs',
  dossierFailed: 'Jobs',
  webhookOff: null,
  alarm: null,
};

const columns = (notification: NewNotification) => ({
  company_id: notification.companyId,
  kind: notification.kind,
  at: notification.at,
  accident_id: notification.accidentId ?? null,
  message_id: notification.messageId ?? null,
  actor_name: notification.actorName ?? null,
  text: excerpt(notification.text),
  cases: notification.cases ?? null,
  path: notification.path ?? null,
  alarm: notification.alarm ?? null,
});

/** Stores the notification for active accounts that have not switched this kind off. Returns their number. */
const writeFor = async (tx: Tx, notification: NewNotification, accountId: number | null): Promise<bigint> => {
  const { company_id, kind, at, accident_id, message_id, actor_name, text, cases, path, alarm } = columns(notification);
  const { numAffectedRows } = await sql`
    insert into notification (company_id, account_id, kind, at, accident_id, message_id, actor_name, text, cases, path, alarm)
    select company_id, id, ${kind}, ${at}::timestamptz, ${accident_id}::bigint, ${message_id}::bigint,
      ${actor_name}::text, ${text}::text, ${cases}::integer, ${path}::text, ${alarm}::text
    from account
    where company_id = ${company_id} and blocked_at is null and id = coalesce(${accountId}::bigint, id)
      and settings->'Notifications'->>${settings[kind]}::text is distinct from 'false'`.execute(tx.db);
  return numAffectedRows ?? 0n;
};

/** Notifies one person, in the transaction of the event. */
export const notify = async (tx: Tx, accountId: number, notification: NewNotification): Promise<void> => {
  if (await writeFor(tx, notification, accountId)) tx.emit('notification', { Kind: notification.kind }, accountId);
};

/** Notifies the author about the end of a job. Returns the notification, for the job's event. */
export const tellOfJob = async (
  tx: Tx,
  { companyId, authorId }: { readonly companyId: number; readonly authorId: number },
  notice: JobNotice,
  at: Date,
): Promise<JobNotice> => {
  await notify(tx, authorId, { companyId, kind: notice.Kind, at, text: notice.Text, path: notice.Path });
  return notice;
};

/** Notifies all users of the company. */
export const notifyCompany = async (tx: Tx, notification: NewNotification): Promise<void> => {
  if (await writeFor(tx, notification, null)) tx.emit('notification', { Kind: notification.kind });
};

/**
 * Stores the reminder of a planned call as a notification of its planner, dated at the time of the call. It becomes
 * visible then, so no job has to search for due calls.
 */
export const planReminder = async (
  tx: Tx,
  accident: AccidentKey,
  callAt: Date | null,
  plannerId: number | null = tx.actorId,
): Promise<readonly KeptReminder[]> => {
  const dropped = await dropReminders(tx, accident);
  for (const accountId of new Set(dropped.map(row => row.account_id)))
    if (accountId !== plannerId || !callAt) tx.emit('notification', { Kind: 'call' }, accountId);
  if (callAt && plannerId !== null)
    await notify(tx, plannerId, { companyId: accident.companyId, kind: 'call', at: callAt, accidentId: accident.id });
  return dropped;
};

interface AccidentKey {
  readonly companyId: number;
  readonly id: number;
}

/** The former state of a reminder that was removed or given to another user. */
export interface KeptReminder {
  readonly account_id: number;
  readonly at: string;
  readonly actor_name: string | null;
  readonly text: string | null;
}

const dropReminders = (tx: Tx, { companyId, id }: AccidentKey): Promise<KeptReminder[]> =>
  tx.db
    .deleteFrom('notification')
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .where('kind', '=', 'call')
    .where('read_at', 'is', null)
    .returning(['account_id', 'at', 'actor_name', 'text'])
    .execute();

/** Gives the reminders of an accident to another user. Returns their former state. */
export const giveReminders = async (tx: Tx, accident: AccidentKey, toId: number): Promise<readonly KeptReminder[]> => {
  const dropped = await dropReminders(tx, accident);
  await restoreReminders(
    tx,
    accident,
    dropped.map(reminder => ({ ...reminder, account_id: toId })),
  );
  return dropped;
};

/** Restores the former reminders of an accident and removes all others. */
export const restoreReminders = async (tx: Tx, accident: AccidentKey, kept: readonly KeptReminder[]): Promise<void> => {
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
): Promise<readonly (KeptReminder & { readonly accident_id: number | null })[]> => {
  const whose = { companyId, accountId: fromId };
  const moved = await (toId === undefined ? dropCalls(tx, whose) : giveCalls(tx, whose, toId));
  for (const accountId of moved.length === 0 ? [] : toId === undefined ? [fromId] : [fromId, toId])
    tx.emit('notification', { Kind: 'call' }, accountId);
  return moved.map(reminder => ({ ...reminder, account_id: fromId }));
};

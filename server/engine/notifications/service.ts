import { sql } from 'kysely';
import type { JobNotice } from '../../../src/contract/shapes/jobs.ts';
import type { NotificationKind } from '../../../src/contract/shapes/messages.ts';
import type { cabinetNotices } from '../../../src/contract/shapes/settings.ts';
import { cutText } from '../../../src/schema/kinds/graphemes.ts';
import type { Tx } from '../../transaction.ts';

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
export const notifyOfJob = async (
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

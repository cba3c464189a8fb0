import { sql } from 'kysely';
import type { JobNotice } from '../../../src/contract/shapes/jobs.ts';
import { type NotificationKind, notificationSwitches } from '../../../src/contract/shapes/messages.ts';
import { cutText } from '../../../src/schema/kinds/graphemes.ts';
import type { Database } from '../../db/types.ts';
import type { Tx } from '../../transaction.ts';

/**
 * Columns of `notification` that the product adds, for example to refer to a record. The product's
 * `NotificationSubject` reads them.
 */
type SubjectColumns = Partial<
  Pick<
    Database['notification'],
    Exclude<
      keyof Database['notification'],
      'account_id' | 'actor_name' | 'at' | 'company_id' | 'id' | 'kind' | 'path' | 'read_at' | 'text'
    >
  >
>;

interface NewNotification {
  readonly companyId: number;
  readonly kind: NotificationKind;
  readonly at: Date;
  readonly actorName?: string;
  readonly text?: string | null;
  readonly path?: string;
  readonly about?: SubjectColumns;
}

/** Length of the text quoted in a notification, in characters. */
const excerptLength = 160;
const excerpt = (text: string | null | undefined): string | null =>
  text && text.length > excerptLength ? `${cutText(text, excerptLength)}…` : (text ?? null);

/**
 * Stores the notification for active accounts that have not switched this kind off. Returns the number of these
 * accounts.
 */
const insertNotification = async (tx: Tx, notification: NewNotification, accountId: number | null): Promise<bigint> => {
  const { companyId, kind, at, actorName = null, text, path = null, about = {} } = notification;
  const values = { kind, at, actor_name: actorName, text: excerpt(text), path, ...about };
  const columns = sql.join(Object.keys(values).map(name => sql.id(name)));
  const { numAffectedRows } = await sql`
    insert into notification (company_id, account_id, ${columns})
    select company_id, id, ${sql.join(Object.values(values))}
    from account
    where company_id = ${companyId} and blocked_at is null and id = coalesce(${accountId}::bigint, id)
      and settings->'Notifications'->>${notificationSwitches[kind]}::text is distinct from 'false'`.execute(tx.db);
  return numAffectedRows ?? 0n;
};

/** Notifies one user, in the transaction of the change that the notification is about. */
export const notify = async (tx: Tx, accountId: number, notification: NewNotification): Promise<void> => {
  if (await insertNotification(tx, notification, accountId))
    tx.emit('notification', { Kind: notification.kind }, accountId);
};

export const notifyOfJob = async (
  tx: Tx,
  { companyId, authorId }: { readonly companyId: number; readonly authorId: number },
  notice: JobNotice,
  at: Date,
): Promise<JobNotice> => {
  await notify(tx, authorId, { companyId, kind: notice.Kind, at, text: notice.Text, path: notice.Path });
  return notice;
};

export const notifyCompany = async (tx: Tx, notification: NewNotification): Promise<void> => {
  if (await insertNotification(tx, notification, null)) tx.emit('notification', { Kind: notification.kind });
};

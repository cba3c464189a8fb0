import { type ExpressionBuilder, sql } from 'kysely';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { RestQuery } from '../../../src/contract/shapes/common.ts';
import type { NotificationRow } from '../../../src/contract/shapes/messages.ts';
import type { Context, RangedPage } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { queryRunnerOf } from '../../db/read.ts';
import type { Database } from '../../db/types.ts';
import type { Caller } from '../../transaction.ts';
import { defineRestList, parseRestQuery, readRestPage } from '../table/rest.ts';
import { type Condition, equals, rowsStatement } from '../table/statement.ts';

/**
 * Columns and texts that the product adds to a notification. They come from the records that the notification is about.
 */
export interface NotificationSubject {
  /** SQL of the columns that are added to the query's select list. */
  readonly columns: string;
  /** SQL join that adds the table of `columns` to the query of notifications. */
  readonly join: string;
  readonly present: (row: StoredNotification, locale: Locale, caller: Caller) => NotificationRow;
}

/** A stored notification. `alarm` is the code of an alarm, for which `present` writes a text. */
export type StoredNotification = NotificationRow & { readonly alarm: string | null };

const notificationList = ({ columns, join }: NotificationSubject) =>
  defineRestList({
    name: 'notifications',
    select: `notification.id, notification.at, notification.kind, notification.actor_name as "actorName",
      notification.text, notification.cases, notification.message_id as "messageId", notification.path, notification.alarm,
      notification.read_at is not null as read, ${columns}`,
    from: `notification ${join}`,
    key: 'notification.id',
    sorts: { id: 'notification.id', at: 'notification.at' },
    filters: { read: 'boolean', kind: 'word' },
    filterColumns: { read: '(notification.read_at is not null)', kind: 'notification.kind' },
    example: '{"read":false}',
  });

const callerConditions = ({ companyId, accountId }: Caller): readonly Condition[] => [
  equals('notification.company_id', companyId),
  equals('notification.account_id', accountId),
];

/** Condition for the caller's notifications whose time has come, because some are stored for a later moment. */
const isDueForCaller =
  ({ companyId, accountId }: Caller, now: Date) =>
  (eb: ExpressionBuilder<Database, 'notification'>) =>
    eb.and([
      eb('notification.company_id', '=', companyId),
      eb('notification.account_id', '=', accountId),
      eb('notification.at', '<=', now.toISOString()),
    ]);

export const notificationReader = (subject: NotificationSubject) => {
  const list = notificationList(subject);
  return {
    readPage: (
      context: Pick<Context, 'reads' | 'now'>,
      caller: Caller,
      { query, locale }: { readonly query: RestQuery; readonly locale: Locale },
    ): Promise<RangedPage<NotificationRow>> =>
      readRestPage(
        context,
        caller,
        list,
        parseRestQuery(list, query),
        [...callerConditions(caller), values => `notification.at <= ${values.add(context.now())}`],
        row => subject.present(row as unknown as StoredNotification, locale, caller),
      ),
    readOne: async (db: Db, caller: Caller, id: number, locale: Locale): Promise<NotificationRow | undefined> => {
      const where = [...callerConditions(caller), equals('notification.id', id)];
      const [row] = await queryRunnerOf(db)<StoredNotification>(rowsStatement({ ...list, where }));
      return row && subject.present(row, locale, caller);
    },
  };
};

export const readUnread = async (db: Db, { companyId, accountId }: Caller, now: Date) => {
  const { count, nextAt } = await db
    .selectFrom('notification')
    .select(sql<number>`count(*) filter (where at <= ${now})`.as('count'))
    .select(sql<string | null>`min(at) filter (where at > ${now})`.as('nextAt'))
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { count, nextAt };
};

export const markRead = async (
  db: Db,
  caller: Caller,
  options: { readonly now: Date; readonly read: boolean; readonly id?: number },
): Promise<boolean> => {
  let query = db
    .selectFrom('notification')
    .select('id')
    .where(isDueForCaller(caller, options.now) as never)
    .where('read_at', options.read ? 'is' : 'is not', null);
  if (options.id !== undefined) query = query.where('id', '=', options.id);
  // Notifications are locked in the order of ids. Otherwise two tabs that mark all notifications at once could
  // deadlock.
  const ids = (await query.orderBy('id').forUpdate().execute()).map(({ id }) => id);
  if (ids.length === 0) return false;
  await db
    .updateTable('notification')
    .set({ read_at: options.read ? options.now : null })
    .where('company_id', '=', caller.companyId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return true;
};

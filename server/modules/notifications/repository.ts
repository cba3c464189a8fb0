import { type ExpressionBuilder, sql } from 'kysely';
import type { NotificationRow } from '../../../src/contract/shapes/messages.ts';
import type { Caller } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import type { Database } from '../../db/types.ts';
import { isAnyOf, type RestFilter, type RestPage } from '../../table/rest.ts';

export const sorts = ['id', 'at'] as const;
export const filters = { read: 'boolean', kind: 'word' } as const;
export interface NotificationQuestion extends RestPage<(typeof sorts)[number]> {
  readonly filter: RestFilter<typeof filters>;
}

/** The caller's own, once their time has come. */
const own =
  ({ companyId, accountId }: Caller, now: Date) =>
  (eb: ExpressionBuilder<Database, 'notification'>) =>
    eb.and([
      eb('notification.company_id', '=', companyId),
      eb('notification.account_id', '=', accountId),
      eb('notification.at', '<=', now.toISOString()),
    ]);

const rows = (db: Db) =>
  db
    .selectFrom('notification')
    .leftJoin('accident', join =>
      join
        .onRef('accident.company_id', '=', 'notification.company_id')
        .onRef('accident.id', '=', 'notification.accident_id'),
    )
    .select(['notification.id', 'notification.at', 'notification.kind', 'notification.actor_name as actorName'])
    .select(['notification.text', 'notification.message_id as messageId'])
    .select(sql<boolean>`notification.read_at is not null`.as('read'))
    .select(
      sql<NotificationRow['accident']>`case when accident.id is not null then jsonb_build_object(
        'id', accident.id, 'objectId', accident.object_id, 'status', accident.status,
        'clientName', accident.client_name, 'regNumber', accident.reg_number,
        'maximumAcceleration', accident.maximum_acceleration_g, 'severity', accident.severity) end`.as('accident'),
    );

const matching = (caller: Caller, now: Date, { filter }: Pick<NotificationQuestion, 'filter'>) => {
  const mine = own(caller, now);
  return (eb: ExpressionBuilder<Database, 'notification'>) =>
    eb.and([
      mine(eb),
      ...(filter.kind ? [isAnyOf(eb.ref('notification.kind'), filter.kind)] : []),
      ...(filter.read ? [isAnyOf(sql`(notification.read_at is not null)`, filter.read)] : []),
    ]);
};

export const readNotifications = async (
  db: Db,
  caller: Caller,
  now: Date,
  question: NotificationQuestion,
): Promise<{ items: NotificationRow[]; total: number }> => {
  const which = matching(caller, now, question);
  const { sort, direction, first, last } = question;
  const [items, { total }] = await Promise.all([
    rows(db)
      // The joined table changes nothing about what is asked of this one.
      .where(eb => which(eb as unknown as ExpressionBuilder<Database, 'notification'>))
      .orderBy(`notification.${sort}`, direction)
      .orderBy('notification.id', direction)
      .limit(last - first + 1)
      .offset(first)
      .execute(),
    db
      .selectFrom('notification')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(which)
      .executeTakeFirstOrThrow(),
  ]);
  return { items, total };
};

export const readOne = (db: Db, { companyId, accountId }: Caller, id: number): Promise<NotificationRow | undefined> =>
  rows(db)
    .where('notification.company_id', '=', companyId)
    .where('notification.account_id', '=', accountId)
    .where('notification.id', '=', id)
    .executeTakeFirst();

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

/** Marks one, or all there are; answers whether anything changed. */
export const markRead = async (
  db: Db,
  caller: Caller,
  how: { readonly now: Date; readonly read: boolean; readonly id?: number },
): Promise<boolean> => {
  let query = db
    .updateTable('notification')
    .set({ read_at: how.read ? how.now : null })
    .where(own(caller, how.now) as never)
    .where('read_at', how.read ? 'is' : 'is not', null);
  if (how.id !== undefined) query = query.where('id', '=', how.id);
  return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
};

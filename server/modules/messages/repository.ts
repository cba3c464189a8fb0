import { sql } from 'kysely';
import type { MessageRow } from '../../../src/contract/shapes/messages.ts';
import type { Caller } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { isAnyOf, type RestFilter, type RestPage } from '../../table/rest.ts';

export const sorts = ['id', 'at'] as const;
export const filters = { accidentId: 'number' } as const;
export interface MessageQuestion extends RestPage<(typeof sorts)[number]> {
  readonly filter: RestFilter<typeof filters>;
}

/** The company's own thread is kept under the accident 0. */
export const threadOf = (accidentId: number | null | undefined): number => accidentId ?? 0;

const rows = (db: Db, companyId: number) =>
  db
    .selectFrom('message')
    .leftJoin('message as first', join =>
      join.onRef('first.company_id', '=', 'message.company_id').onRef('first.id', '=', 'message.reply_to_id'),
    )
    .select(['message.id', 'message.at', 'message.text', 'message.author_id as authorId'])
    .select(['message.author_name as authorName', sql<number | null>`nullif(message.accident_id, 0)`.as('accidentId')])
    .select(
      sql<MessageRow['replyTo']>`case when first.id is not null then jsonb_build_object(
        'id', first.id, 'authorName', first.author_name, 'text', left(first.text, 160)) end`.as('replyTo'),
    )
    .where('message.company_id', '=', companyId);

export const readMessages = async (
  db: Db,
  { companyId }: Caller,
  { sort, direction, first, last, filter }: MessageQuestion,
): Promise<{ items: MessageRow[]; total: number }> => {
  const threads = filter.accidentId ?? [threadOf(null)];
  const [items, { total }] = await Promise.all([
    rows(db, companyId)
      .where(eb => isAnyOf(eb.ref('message.accident_id'), threads))
      .orderBy(`message.${sort}`, direction)
      .orderBy('message.id', direction)
      .limit(last - first + 1)
      .offset(first)
      .execute(),
    db
      .selectFrom('message')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('company_id', '=', companyId)
      .where(eb => isAnyOf(eb.ref('accident_id'), threads))
      .executeTakeFirstOrThrow(),
  ]);
  return { items, total };
};

export const readMessage = (db: Db, companyId: number, id: number): Promise<MessageRow | undefined> =>
  rows(db, companyId).where('message.id', '=', id).executeTakeFirst();

export const readUnread = async (db: Db, { companyId, accountId }: Caller, thread: number) => {
  const read = await db
    .selectFrom('message_read')
    .select('up_to')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('accident_id', '=', thread)
    .executeTakeFirst();
  const { count } = await db
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('accident_id', '=', thread)
    .where('id', '>', read?.up_to ?? 0)
    .where('author_id', '!=', accountId)
    .executeTakeFirstOrThrow();
  return { count, readUpTo: read?.up_to ?? null };
};

export const writeReadUpTo = async (db: Db, { companyId, accountId }: Caller, thread: number, upTo: number) => {
  await db
    .insertInto('message_read')
    .values({ company_id: companyId, account_id: accountId, accident_id: thread, up_to: upTo })
    .onConflict(conflict =>
      conflict
        .columns(['company_id', 'account_id', 'accident_id'])
        // Two tabs may tell in either order.
        .doUpdateSet({ up_to: sql<number>`greatest(message_read.up_to, excluded.up_to)` }),
    )
    .execute();
};

export const readPeople = (db: Db, companyId: number): Promise<{ id: number; fullName: string }[]> =>
  db
    .selectFrom('account')
    .select(['id', 'full_name as fullName'])
    .where('company_id', '=', companyId)
    .where('blocked_at', 'is', null)
    .orderBy('full_name')
    .orderBy('id')
    .execute();

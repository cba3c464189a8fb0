import { sql } from 'kysely';
import type { RestQuery } from '../../../src/contract/shapes/common.ts';
import type { MessageRow } from '../../../src/contract/shapes/messages.ts';
import type { Context, RangedPage } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { queryRunnerOf } from '../../db/read.ts';
import { defineRestList, parseRestQuery, readRestPage } from '../../engine/table/rest.ts';
import { equals, rowsStatement } from '../../engine/table/statement.ts';
import type { Caller } from '../../transaction.ts';

/** The company's general thread, which belongs to no accident, is stored under accident 0. */
export const toThreadId = (accidentId: number | null | undefined): number => accidentId ?? 0;

const messageList = defineRestList({
  name: 'messages',
  select: `message.id, message.at, message.text, message.author_id as "authorId",
    message.author_name as "authorName", nullif(message.accident_id, 0) as "accidentId",
    case when first.id is not null then jsonb_build_object(
      'id', first.id, 'authorName', first.author_name, 'text', left(first.text, 160)) end as "replyTo"`,
  from: `message left join message first
    on first.company_id = message.company_id and first.id = message.reply_to_id`,
  key: 'message.id',
  sorts: { id: 'message.id', at: 'message.at' },
  filters: { accidentId: 'number' },
  filterColumns: { accidentId: 'message.accident_id' },
  example: '{"accidentId":7}',
});

/** Reads messages of the accident's thread that the filter names, or else of the company's general thread. */
export const readMessages = (
  context: Pick<Context, 'reads'>,
  caller: Caller,
  query: RestQuery,
): Promise<RangedPage<MessageRow>> => {
  const question = parseRestQuery(messageList, query);
  const companyThread = question.filter.accidentId ? [] : [equals('message.accident_id', toThreadId(null))];
  const conditions = [equals('message.company_id', caller.companyId), ...companyThread];
  return readRestPage(context, caller, messageList, question, conditions);
};

export const readMessage = async (db: Db, companyId: number, id: number): Promise<MessageRow | undefined> => {
  const where = [equals('message.company_id', companyId), equals('message.id', id)];
  return (await queryRunnerOf(db)<MessageRow>(rowsStatement({ ...messageList, where })))[0];
};

export const readUnread = async (db: Db, { companyId, accountId }: Caller, threadId: number) => {
  const lastRead = await db
    .selectFrom('message_read')
    .select('last_read_id')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('accident_id', '=', threadId)
    .executeTakeFirst();
  const { count } = await db
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('accident_id', '=', threadId)
    .where('id', '>', lastRead?.last_read_id ?? 0)
    .where('author_id', '!=', accountId)
    .executeTakeFirstOrThrow();
  return { count, readUpTo: lastRead?.last_read_id ?? null };
};

export const writeLastReadId = async (
  db: Db,
  { companyId, accountId }: Caller,
  threadId: number,
  lastReadId: number,
) => {
  await db
    .insertInto('message_read')
    .values({ company_id: companyId, account_id: accountId, accident_id: threadId, last_read_id: lastReadId })
    .onConflict(conflict =>
      conflict
        .columns(['company_id', 'account_id', 'accident_id'])
        // Keeps the larger id of the last read message, because two tabs of a browser may report in either order.
        .doUpdateSet({ last_read_id: sql<number>`greatest(message_read.last_read_id, excluded.last_read_id)` }),
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

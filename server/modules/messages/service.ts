import { hasAnyRole, rights } from '../../../src/contract/access.ts';
import type { BodyFor } from '../../../src/contract/index.ts';
import type { MessageRow } from '../../../src/contract/shapes/messages.ts';
import { tidy } from '../../../src/schema/kinds/plain.ts';
import type { Context, Request } from '../../context.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import { notify } from '../../engine/notifications/service.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { readMessage, readPeople, toThreadId, writeLastReadId } from './repository.ts';

type MessageRequest = Pick<Request<'POST /api/v3/messages'>, 'caller' | 'change'>;

/**
 * Returns the people mentioned with an `@`. If a mentioned name begins with another person's name, only the longer name
 * counts.
 */
export const findMentionedPeople = <P extends { readonly fullName: string }>(
  text: string,
  people: readonly P[],
): P[] => {
  let remainingText = text.toLowerCase();
  const byLength = [...people].sort((a, b) => b.fullName.length - a.fullName.length);
  return byLength.filter(({ fullName }) => {
    const name = `@${fullName.toLowerCase()}`;
    const isMentioned = remainingText.includes(name);
    remainingText = remainingText.replaceAll(name, ' ');
    return isMentioned;
  });
};

const requireAccident = async ({ db }: Tx, companyId: number, accidentId: number): Promise<void> => {
  await db
    .selectFrom('accident')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', accidentId)
    .executeTakeFirstOrThrow(notFound);
};

const requireReplyTarget = async (tx: Tx, caller: Caller, threadId: number, replyToId: number): Promise<MessageRow> => {
  const replyTarget = await readMessage(tx.db, caller.companyId, replyToId);
  if (!replyTarget || toThreadId(replyTarget.accidentId) !== threadId)
    throw invalid({ field: 'replyToId', message: 'unknownOption' });
  return replyTarget;
};

const notifyPeople = async (tx: Tx, caller: Caller, message: MessageRow, repliedMessage: MessageRow | undefined) => {
  const notification = {
    companyId: caller.companyId,
    at: new Date(message.at),
    actorName: caller.fullName,
    text: message.text,
    about: { accident_id: message.accidentId, message_id: message.id },
  };
  const replyRecipientId =
    repliedMessage && repliedMessage.authorId !== caller.accountId ? repliedMessage.authorId : undefined;
  if (replyRecipientId !== undefined) await notify(tx, replyRecipientId, { ...notification, kind: 'reply' });
  if (!message.text.includes('@')) return;
  for (const { id } of findMentionedPeople(message.text, await readPeople(tx.db, caller.companyId)))
    if (id !== caller.accountId && id !== replyRecipientId) await notify(tx, id, { ...notification, kind: 'mention' });
};

export const postMessage = (
  { now }: Context,
  { caller, change }: MessageRequest,
  body: BodyFor<'POST /api/v3/messages'>,
) => {
  // Removes characters that control the text direction, because they would reverse the words that follow the message.
  const text = tidy(body.text);
  if (text === '') throw invalid({ field: 'text', message: 'required' });
  const threadId = toThreadId(body.accidentId);
  return change(async tx => {
    if (threadId) await requireAccident(tx, caller.companyId, threadId);
    const repliedMessage = body.replyToId ? await requireReplyTarget(tx, caller, threadId, body.replyToId) : undefined;
    // Messages of a company are stored one after another. A reader marks all messages up to an id as read, so no
    // message with a smaller id may appear later.
    await advisoryLock(tx.db, `messages:${caller.companyId}`);
    const { id } = await tx.db
      .insertInto('message')
      .values({
        company_id: caller.companyId,
        accident_id: threadId,
        at: now(),
        author_id: caller.accountId,
        author_name: caller.fullName,
        text,
        reply_to_id: repliedMessage?.id ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const message = await readMessage(tx.db, caller.companyId, id);
    if (!message) throw notFound();
    await notifyPeople(tx, caller, message, repliedMessage);
    const AccidentId = message.accidentId;
    tx.emit('message', { Action: 'posted', Id: id, AccidentId, AuthorId: caller.accountId });
    return message;
  });
};

/** Removes a message and its notifications, which quote it. */
export const removeMessage = ({ caller, change }: MessageRequest, id: number): Promise<{ Done: true }> =>
  change(async tx => {
    const message = await readMessage(tx.db, caller.companyId, id);
    if (!message) throw notFound();
    if (message.authorId !== caller.accountId && !hasAnyRole(caller.roles, rights.moderation))
      throw new DomainError('FORBIDDEN', { values: { roles: rights.moderation.join(', ') } });
    const company = { company_id: caller.companyId };
    await tx.db.deleteFrom('message').where('company_id', '=', company.company_id).where('id', '=', id).execute();
    const deletedNotifications = await tx.db
      .deleteFrom('notification')
      .where('company_id', '=', company.company_id)
      .where('message_id', '=', id)
      .returning('account_id')
      .execute();
    for (const { account_id } of deletedNotifications) tx.emit('notification', { Kind: 'deleted' }, account_id);
    tx.emit('message', { Action: 'deleted', Id: id, AccidentId: message.accidentId, AuthorId: message.authorId });
    return { Done: true as const };
  });

/** Marks messages as read. The event makes the user's other tabs and browsers refresh their counts. */
export const markAsRead = ({ caller, change }: MessageRequest, body: BodyFor<'POST /api/v3/messages/read'>) =>
  change(async tx => {
    const threadId = toThreadId(body.accidentId);
    if (threadId) await requireAccident(tx, caller.companyId, threadId);
    await writeLastReadId(tx.db, caller, threadId, body.upTo);
    const AccidentId = body.accidentId ?? null;
    tx.emit('message', { Action: 'read', Id: body.upTo, AccidentId, AuthorId: caller.accountId }, caller.accountId);
    return { Done: true as const };
  });

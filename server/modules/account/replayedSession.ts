import { formatZoned } from '../../../src/schema/kinds/format.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import { browserOf } from '../../domain/browser.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import type { RequestOrigin } from '../../plugins/authentication.ts';
import type { Tx } from '../../transaction.ts';
import { localeOf } from './accountByLogin.ts';
import { makeUnknownAuthor } from './author.ts';

const readSessionOwner = ({ db }: Pick<Context, 'db'>, sessionId: number) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .innerJoin('company', 'company.id', 'account.company_id')
    .select([
      'account.id',
      'account.company_id',
      'email',
      'full_name',
      'locale',
      'settings',
      'company.time_zone',
      'session.user_agent',
    ])
    .select(['blocked_at', 'company.closed_at'])
    .where('session.id', '=', sessionId)
    .executeTakeFirstOrThrow();

type SessionOwner = Awaited<ReturnType<typeof readSessionOwner>>;

/** Sends the owner a mail about the ended session. Like the mail about a changed password, it cannot be turned off. */
const notifyOwner = async (
  tx: Tx,
  { site }: Context,
  owner: SessionOwner,
  device: string,
  ip: string,
): Promise<void> => {
  if (owner.blocked_at || owner.closed_at) return;
  const locale = localeOf(owner);
  const when = formatZoned(tx.at, locale, owner.settings.TimeZone || owner.time_zone);
  await queueLetter(
    tx,
    writeLetter('copiedSession', {
      to: owner.email,
      locale,
      values: { name: owner.full_name, email: owner.email, device, when, address: ip },
      url: `${site.publicUrl}/user/application/`,
    }),
  );
};

/**
 * Ends a session after a replaced token was used again: one of the token's two users is not the owner. The account's
 * history records the network address. The owner is notified once.
 */
export const revokeReplayedSession = async (
  context: Context,
  sessionId: number,
  { ip, requestId }: RequestOrigin,
): Promise<void> => {
  const owner = await readSessionOwner(context, sessionId);
  const at = context.now();
  const { browser, system } = browserOf(owner.user_agent);
  const device = [browser, system].filter(Boolean).join(', ') || '?';
  await inTransaction(context.db, makeUnknownAuthor(context, owner.company_id, { requestId }), async tx => {
    const { numUpdatedRows } = await tx.db
      .updateTable('session')
      .set({ ended_at: at })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await tx.audit({
      entity: 'account',
      entityId: owner.id,
      action: 'sessionCopied',
      changes: [
        { field: 'Session', before: device, after: null },
        { field: 'Address', before: null, after: ip },
      ],
    });
    await notifyOwner(tx, context, owner, device, ip);
  });
};

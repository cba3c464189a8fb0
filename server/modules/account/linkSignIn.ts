import type { Context, Request } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import { DomainError } from '../../errors.ts';
import { readAccountByLogin } from './accountByLogin.ts';
import { authorFromOwner } from './author.ts';
import { activateAccount, readLinkOwner, redeemLink } from './links.ts';
import { openSession } from './signIn.ts';
import { attemptCounters, refundTries, takeTry } from './throttle.ts';

type LinkSignInRequest = Pick<Request<'POST /api/authbytoken'>, 'body' | 'ip' | 'userAgent' | 'browser' | 'requestId'>;

/** Turns the error LINK_DEAD into LINK_UNKNOWN, so that every invalid link gets the same answer. */
const toUnknownLinkError = (error: unknown): never => {
  throw error instanceof DomainError && error.code === 'LINK_DEAD' ? new DomainError('LINK_UNKNOWN') : error;
};

/** Creates a session from a link that came by mail. Each link works once. */
export const signInByLink = async (context: Context, request: LinkSignInRequest) => {
  const { ip, userAgent, browser, body } = request;
  await takeTry(context, attemptCounters.linkUse(ip));
  const owner = await readLinkOwner(context, body.Token).catch(toUnknownLinkError);
  await inTransaction(context.db, authorFromOwner(context, owner, request), async tx => {
    await redeemLink(context, tx, owner.id, body.Token).catch(toUnknownLinkError);
    await activateAccount(tx, owner);
    await tx.audit({ entity: 'account', entityId: owner.id, action: 'linkSignIn', changes: [] });
  });
  await refundTries(context, attemptCounters.linkUse(ip));
  const account = await readAccountByLogin(context.db, owner.email);
  if (!account) throw new DomainError('LINK_UNKNOWN');
  return openSession(context, account, { userAgent, browser });
};

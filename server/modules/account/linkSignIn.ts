import type { Context, Request } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import { DomainError } from '../../errors.ts';
import { readByLogin } from './accountByLogin.ts';
import { asOwner } from './author.ts';
import { join, ownerOfLink, spendLink } from './links.ts';
import { openSession } from './signIn.ts';
import { attemptCounters, refundTries, takeTry } from './throttle.ts';

type Asking = Pick<Request<'POST /api/authbytoken'>, 'body' | 'ip' | 'userAgent' | 'browser' | 'requestId'>;

/** Turns the error LINK_DEAD into LINK_UNKNOWN, so that every invalid link gets the same answer. */
const unlessDead = (error: unknown): never => {
  throw error instanceof DomainError && error.code === 'LINK_DEAD' ? new DomainError('LINK_UNKNOWN') : error;
};

/** Creates a session from a link that came by mail. Each link works once. */
export const signInByLink = async (context: Context, asking: Asking) => {
  const { ip, userAgent, browser, body } = asking;
  await takeTry(context, attemptCounters.linkUse(ip));
  const owner = await ownerOfLink(context, body.Token).catch(unlessDead);
  await inTransaction(context.db, asOwner(context, owner, asking), async tx => {
    await spendLink(context, tx, owner.id, body.Token).catch(unlessDead);
    await join(tx, owner);
    await tx.audit({ entity: 'account', entityId: owner.id, action: 'linkSignIn', changes: [] });
  });
  await refundTries(context, attemptCounters.linkUse(ip));
  const account = await readByLogin(context.db, owner.email);
  if (!account) throw new DomainError('LINK_UNKNOWN');
  return openSession(context, account, { userAgent, browser });
};

import { randomBytes } from 'node:crypto';
import type { Context, Request } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { type Authentication, hashToken } from '../../plugins/authentication.ts';

/** Requests that were on their way with the old token still get through. */
const graceMs = 10_000;

/** A new token for the session. The old one is kept as such: whoever comes with it later has a copy (authentication.ts). */
export const refresh = async (
  { db, now }: Context,
  authentication: Authentication,
  { tokenHash }: Pick<Request<'POST /api/refresh'>, 'tokenHash'>,
) => {
  if (!tokenHash) throw new DomainError('NOT_SIGNED_IN');
  const token = randomBytes(32).toString('base64url');
  const session = await db.transaction().execute(async trx => {
    const found = await trx
      .updateTable('session')
      .set({ token_hash: hashToken(token) })
      .where('token_hash', '=', tokenHash)
      .where('ended_at', 'is', null)
      .returning(['id', 'expires_at'])
      .executeTakeFirst();
    // Exchanged by another request at the same moment, or ended.
    if (!found) throw new DomainError('SESSION_ENDED');
    const dead_at = new Date(now().getTime() + graceMs);
    await trx.insertInto('retired_token').values({ token_hash: tokenHash, session_id: found.id, dead_at }).execute();
    return found;
  });
  authentication.forget(tokenHash);
  return { Token: token, ExpiresAt: session.expires_at };
};

import { createHmac, randomBytes } from 'node:crypto';
import type { Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError } from '../../errors.ts';
import { type Authentication, hashToken } from '../../plugins/authentication.ts';

/** Time during which the old token stays valid, ms, for requests that are already on their way. */
const graceMs = 10_000;

/**
 * Derives the successor of a token. It needs the salt, which only the database has, and the old token, of which the
 * database has only a hash.
 */
const successorOf = (token: string, salt: Buffer): string =>
  createHmac('sha256', salt).update(token).digest('base64url');

/** The newest token of a session whose token another request has exchanged a moment ago. */
const newestOf = async (db: Db, token: string): Promise<{ readonly Token: string; readonly ExpiresAt: string }> => {
  const retired = await db
    .selectFrom('retired_token')
    .innerJoin('session', 'session.id', 'retired_token.session_id')
    .select(['retired_token.salt', 'session.token_hash', 'session.expires_at'])
    .where('retired_token.token_hash', '=', hashToken(token))
    .where('session.ended_at', 'is', null)
    .executeTakeFirst();
  if (!retired?.salt) throw new DomainError('SESSION_ENDED');
  const next = successorOf(token, retired.salt);
  if (!retired.token_hash.equals(hashToken(next))) return newestOf(db, next);
  return { Token: next, ExpiresAt: retired.expires_at };
};

/**
 * Exchanges the token of a session. Requests with one old token (two tabs, a repeated request) get the same new token
 * while the old one is accepted.
 * The old token is stored as retired. A later use means that it was copied (authentication.ts).
 */
export const refresh = async (
  { db, now }: Context,
  authentication: Authentication,
  { token }: Pick<Request<'POST /api/refresh'>, 'token'>,
) => {
  if (!token) throw new DomainError('NOT_SIGNED_IN');
  const tokenHash = hashToken(token);
  const at = now();
  const salt = randomBytes(32);
  const next = successorOf(token, salt);
  const session = await db.transaction().execute(async trx => {
    const found = await trx
      .updateTable('session')
      .set({ token_hash: hashToken(next) })
      .where('token_hash', '=', tokenHash)
      .where('ended_at', 'is', null)
      .returning(['id', 'expires_at'])
      .executeTakeFirst();
    if (!found) return undefined;
    const expires_at = new Date(at.getTime() + graceMs);
    await trx
      .updateTable('retired_token')
      .set({ salt: null })
      .where('session_id', '=', found.id)
      .where('expires_at', '<=', at.toISOString())
      .execute();
    await trx
      .insertInto('retired_token')
      .values({ token_hash: tokenHash, session_id: found.id, expires_at, salt })
      .execute();
    return found;
  });
  authentication.forget(tokenHash);
  return session ? { Token: next, ExpiresAt: session.expires_at } : newestOf(db, token);
};

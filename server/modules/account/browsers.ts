import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { hashToken } from '../../plugins/authentication.ts';
import type { Tx } from '../../transaction.ts';

/** Maximum number of known browsers per account. Above it the least recently used one is removed. */
const maxBrowsersPerAccount = 20;

export const readLastSignInTime = async (
  { db }: Context,
  secret: string | undefined,
  accountId: number | undefined,
): Promise<string | undefined> => {
  if (secret === undefined) return undefined;
  const row = await db
    .selectFrom('known_browser')
    .select('seen_at')
    .where('token_hash', '=', hashToken(secret))
    .where('account_id', '=', accountId ?? 0)
    .executeTakeFirst();
  return row?.seen_at;
};

/**
 * Stores the browser as known to the account and returns its new secret.
 * The secret changes with every sign-in, so that an attacker cannot plant a known secret. Other accounts that used the
 * browser get the new secret too.
 */
export const saveKnownBrowser = async (
  { now }: Pick<Context, 'now'>,
  { db }: Pick<Tx, 'db'>,
  secret: string | undefined,
  accountId: number,
): Promise<string> => {
  const newSecret = randomBytes(32).toString('base64url');
  const token_hash = hashToken(newSecret);
  if (secret !== undefined)
    await db.updateTable('known_browser').set({ token_hash }).where('token_hash', '=', hashToken(secret)).execute();
  await db
    .insertInto('known_browser')
    .values({ token_hash, account_id: accountId, seen_at: now() })
    .onConflict(conflict => conflict.columns(['token_hash', 'account_id']).doUpdateSet({ seen_at: now() }))
    .execute();
  await db
    .deleteFrom('known_browser')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', query =>
      query
        .selectFrom('known_browser')
        .select('token_hash')
        .where('account_id', '=', accountId)
        .orderBy('seen_at', 'desc')
        .offset(maxBrowsersPerAccount)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
  return newSecret;
};

/**
 * Removes the known browsers of an account after a password change, because a person with the old password may have
 * signed in from one.
 */
export const removeKnownBrowsers = async (
  { db }: Pick<Tx, 'db'>,
  accountId: number,
  exceptSecret?: string,
): Promise<void> => {
  let query = db.deleteFrom('known_browser').where('account_id', '=', accountId);
  if (exceptSecret !== undefined) query = query.where('token_hash', '!=', hashToken(exceptSecret));
  await query.execute();
};

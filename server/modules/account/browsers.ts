import { randomBytes } from 'node:crypto';
import type { Context, Tx } from '../../context.ts';
import { hashToken } from '../../plugins/authentication.ts';

/** One for each browser and machine somebody works at; beyond it the one that was not used longest is a stranger again. */
const browsersPerAccount = 20;

/** When the account last signed in in this browser, if it ever did. */
export const knownBrowser = async (
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
 * Keeps the browser as known to the account; answers its new secret. The old one dies with every sign-in, so that nobody
 * can plant theirs; the other accounts that are used in the browser move with it.
 */
export const keepBrowser = async (
  { now }: Pick<Context, 'now'>,
  { db }: Pick<Tx, 'db'>,
  secret: string | undefined,
  accountId: number,
): Promise<string> => {
  const next = randomBytes(32).toString('base64url');
  const token_hash = hashToken(next);
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
        .offset(browsersPerAccount)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
  return next;
};

/** Somebody who knew the last password may have signed in somewhere: none of those places is known any more. */
export const forgetBrowsers = async ({ db }: Pick<Tx, 'db'>, accountId: number, but?: string): Promise<void> => {
  let query = db.deleteFrom('known_browser').where('account_id', '=', accountId);
  if (but !== undefined) query = query.where('token_hash', '!=', hashToken(but));
  await query.execute();
};

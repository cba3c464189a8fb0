import { randomBytes } from 'node:crypto';
import { hourMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { hashToken } from '../../plugins/authentication.ts';
import type { Tx } from '../../transaction.ts';

export const resetLinkMs = hourMs;
const lifetimeMs = { reset: resetLinkMs, invite: 72 * hourMs } as const;
export type LinkPurpose = keyof typeof lifetimeMs;

export const invalidateLinks = async ({ db }: Pick<Tx, 'db'>, accountId: number, at: Date): Promise<void> => {
  await db
    .updateTable('account_link')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
};

/**
 * Creates a one-time link to set a password. Earlier links stay valid, because this one may have been requested by
 * another person.
 */
export const createPasswordLink = async (
  { now, site }: Context,
  { db }: Pick<Tx, 'db'>,
  accountId: number,
  purpose: LinkPurpose,
): Promise<string> => {
  const at = now();
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(at.getTime() + lifetimeMs[purpose]);
  await db
    .insertInto('account_link')
    .values({ token_hash: hashToken(token), account_id: accountId, purpose, created_at: at, expires_at })
    .execute();
  // The token is in the fragment, which browsers do not send, so it appears in no log or referrer.
  return `${site.publicUrl}/auth/reset/#${token}`;
};

/** Reads the account to which a valid one-time link belongs. Unknown, used and expired links get the same error. */
export const readLinkOwner = async ({ db, now }: Context, token: string) => {
  const owner = await db
    .selectFrom('account_link')
    .innerJoin('account', 'account.id', 'account_link.account_id')
    .innerJoin('company', 'company.id', 'account.company_id')
    .select(['account.id', 'account.company_id', 'account.full_name', 'account.email', 'account.locale'])
    .select('account_link.purpose')
    .where('account_link.token_hash', '=', hashToken(token))
    .where('account_link.used_at', 'is', null)
    .where('account_link.expires_at', '>', now().toISOString())
    .where('account.blocked_at', 'is', null)
    .where('company.closed_at', 'is', null)
    .executeTakeFirstOrThrow(() => new DomainError('LINK_DEAD'));
  return owner;
};

export const activateAccount = async (
  { db }: Pick<Tx, 'db'>,
  { id, company_id }: { readonly id: number; readonly company_id: number },
): Promise<void> => {
  await db
    .updateTable('account')
    .set({ invited_at: null })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute();
};

/** Uses a link, which invalidates all links of the account. Of two simultaneous uses one fails. */
export const redeemLink = async (
  { now }: Context,
  { db }: Pick<Tx, 'db'>,
  accountId: number,
  token: string,
): Promise<void> => {
  // The account is locked before its links. Otherwise two links of the account that are used at once would deadlock.
  await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
  await db
    .updateTable('account_link')
    .set({ used_at: now() })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirstOrThrow(() => new DomainError('LINK_DEAD'));
  await invalidateLinks({ db }, accountId, now());
};

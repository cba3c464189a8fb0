import { randomBytes } from 'node:crypto';
import type { BodyFor } from '../../../src/contract/index.ts';
import type { Caller, Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { hashToken } from '../../plugins/authentication.ts';
import { isPassword } from './passwords.ts';
import { forgiveTries, takeTry } from './throttle.ts';

const hourMs = 3_600_000;
const sessionMs = 12 * hourMs;
const rememberedSessionMs = 30 * 24 * hourMs;

export const signIn = async (context: Context, credentials: BodyFor<'POST /api/v2/Auth'>, ip: string) => {
  const { Login, Password, Remember } = credentials;
  await takeTry(context, Login, ip);
  const account = await context.db
    .selectFrom('account')
    .select(['id', 'company_id', 'password_hash', 'blocked_at'])
    .where(eb => eb(eb.fn<string>('lower', ['email']), '=', Login.trim().toLowerCase()))
    .executeTakeFirst();
  if (!(await isPassword(account?.password_hash, Password)) || !account) throw new DomainError('WRONG_CREDENTIALS');
  if (account.blocked_at) throw new DomainError('ACCOUNT_BLOCKED');
  await forgiveTries(context, Login, ip);
  const at = context.now();
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(at.getTime() + (Remember ? rememberedSessionMs : sessionMs));
  await context.db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      account_id: account.id,
      company_id: account.company_id,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute();
  return { Token: token, ExpiresAt: expiresAt.toISOString() };
};

export const signOut = async ({ db, now }: Context, tokenHash: Buffer): Promise<void> => {
  await db.updateTable('session').set({ ended_at: now() }).where('token_hash', '=', tokenHash).execute();
};

export const accountInfo = async ({ db }: Context, caller: Caller) => {
  const account = await db
    .selectFrom('account')
    .select(['id', 'full_name', 'email', 'occupation', 'roles', 'locale'])
    .where('company_id', '=', caller.companyId)
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow();
  return {
    Id: account.id,
    FullName: account.full_name,
    CompanyName: caller.companyName,
    Email: account.email,
    Occupation: account.occupation,
    Pic: null,
    Roles: account.roles,
    Locale: account.locale === 'en' ? ('en' as const) : ('ru' as const),
  };
};

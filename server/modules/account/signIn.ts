import { randomBytes } from 'node:crypto';
import { superusers } from '../../../src/contract/access.ts';
import type { BodyFor } from '../../../src/contract/index.ts';
import { hourMs } from '../../../src/schema/kinds/time.ts';
import type { Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { browserOf } from '../../domain/browser.ts';
import { DomainError, invalid } from '../../errors.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import { hashToken } from '../../plugins/authentication.ts';
import { type KnownAccount, localeOf, readAccountByLogin } from './accountByLogin.ts';
import { readLastSignInTime, saveKnownBrowser } from './browsers.ts';
import { verifyPassword } from './passwords.ts';
import { wantsNotification } from './settings.ts';
import { attemptCounters, refundIfOverloaded, refundTries, takeTry } from './throttle.ts';

const sessionMs = 12 * hourMs;
const rememberedSessionMs = 30 * 24 * hourMs;
/** Maximum length of a user agent, in characters. Longer ones do not come from browsers. */
const userAgentMaxLength = 400;

type SignInRequest = Pick<Request<'POST /api/v2/Auth'>, 'body' | 'ip' | 'userAgent' | 'browser'>;

const isSameBrowser = (userAgent: string, otherUserAgent: string): boolean => {
  const [a, b] = [browserOf(userAgent), browserOf(otherUserAgent)];
  return a.browser === b.browser && a.system === b.system && a.kind === b.kind;
};

/** Notifies the owner of a sign-in from a new kind of browser. The first browser of an account causes no mail. */
const notifyOfNewDevice = async (context: Context, account: KnownAccount, userAgent: string, sessionId: number) => {
  if (!wantsNotification(account.settings, 'NewDevice')) return;
  const earlierSessions = await context.db
    .selectFrom('session')
    .select('user_agent')
    .distinct()
    .where('account_id', '=', account.id)
    .where('id', '<', sessionId)
    .execute();
  const knownUserAgents = earlierSessions.map(({ user_agent }) => user_agent).filter(text => text !== '');
  if (knownUserAgents.length === 0 || knownUserAgents.some(text => isSameBrowser(text, userAgent))) return;
  const { browser, system } = browserOf(userAgent);
  const device = [browser, system].filter(Boolean).join(', ') || userAgent.slice(0, 80) || '?';
  await queueLetter(
    context,
    writeLetter('newDevice', {
      to: account.email,
      locale: localeOf(account),
      values: { name: account.full_name, email: account.email, device },
      url: `${context.site.publicUrl}/user/application/`,
    }),
  );
};

const superuserSessionMs = hourMs / 2;

/** Signs a superuser in for half an hour. In this time the superuser may change data that all companies share. */
export const signInAsSuperuser = (context: Context, request: SignInRequest) => signIn(context, request, true);

export const signIn = async (
  context: Context,
  { body, ip, userAgent, browser }: SignInRequest,
  asSuperuser = false,
) => {
  const { Login, Password, Remember } = body satisfies BodyFor<'POST /api/v2/Auth'>;
  const account = await readAccountByLogin(context.db, Login);
  const seenAt = await readLastSignInTime(context, browser.secret, account?.id);
  const counters =
    seenAt && account
      ? attemptCounters.knownBrowser(seenAt, account.id)
      : [...attemptCounters.login(Login, ip), ...attemptCounters.address(ip)];
  await takeTry(context, counters);
  const passwordMatches = await verifyPassword(account?.password_hash, Password).catch(
    refundIfOverloaded(context, counters),
  );
  if (!passwordMatches || !account) throw new DomainError('WRONG_CREDENTIALS');
  // Other users get the same answer as to a wrong password, because the answer must not reveal superusers.
  if (asSuperuser && !superusers.some(role => account.roles.includes(role))) throw new DomainError('WRONG_CREDENTIALS');
  if (account.blocked_at) throw new DomainError('ACCOUNT_BLOCKED');
  if (account.closed_at) throw new DomainError('DEMO_CLOSED');
  await refundTries(context, counters);
  return openSession(context, account, { userAgent, browser, remember: Remember, asSuperuser });
};

interface SessionOptions extends Pick<SignInRequest, 'userAgent' | 'browser'> {
  readonly remember?: boolean | undefined;
  readonly asSuperuser?: boolean;
}

/**
 * Locks an account until the end of the transaction. Throws if its password was changed or it was blocked since it was
 * read, because the change ended all sessions and would miss this one.
 */
const requireUnchanged = async (db: Db, { id, company_id, password_hash, blocked_at }: KnownAccount): Promise<void> => {
  await db
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('password_hash', 'is not distinct from', password_hash)
    .where('blocked_at', 'is not distinct from', blocked_at)
    .forShare()
    .executeTakeFirstOrThrow(() => new DomainError('WRONG_CREDENTIALS'));
};

export const openSession = async (
  context: Context,
  account: KnownAccount,
  { userAgent, browser, remember, asSuperuser = false }: SessionOptions,
) => {
  const at = context.now();
  const token = randomBytes(32).toString('base64url');
  const lifetimeMs = remember ? rememberedSessionMs : sessionMs;
  const expiresAt = new Date(at.getTime() + (asSuperuser ? superuserSessionMs : lifetimeMs));
  const user_agent = userAgent.slice(0, userAgentMaxLength);
  const { secret, id } = await context.db.transaction().execute(async db => {
    await requireUnchanged(db, account);
    const secret = await saveKnownBrowser(context, { db }, browser.secret, account.id);
    const { id } = await db
      .insertInto('session')
      .values({
        token_hash: hashToken(token),
        account_id: account.id,
        company_id: account.company_id,
        created_at: at,
        last_seen_at: at,
        expires_at: expiresAt,
        fresh_until: asSuperuser ? expiresAt : null,
        user_agent,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { secret, id };
  });
  browser.replaceSecret(secret);
  context.defer('tell of a new device', () => notifyOfNewDevice(context, account, user_agent, id));
  return { Token: token, ExpiresAt: expiresAt.toISOString() };
};

export const signInWithLowerCaseNames = (
  context: Context,
  { body, ...request }: Omit<SignInRequest, 'body'> & Pick<Request<'POST /api/auth'>, 'body'>,
) => {
  const { Login = body.login, Password = body.password, Remember = body.remember } = body;
  if (Login === undefined) throw invalid({ field: 'Login', message: 'required' });
  if (Password === undefined) throw invalid({ field: 'Password', message: 'required' });
  return signIn(context, { ...request, body: { Login, Password, ...(Remember !== undefined && { Remember }) } });
};

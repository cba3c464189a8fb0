import { randomBytes } from 'node:crypto';
import { superusers } from '../../../src/contract/access.ts';
import type { BodyFor } from '../../../src/contract/index.ts';
import { hourMs } from '../../../src/schema/kinds/time.ts';
import type { Context, Request } from '../../context.ts';
import { browserOf } from '../../domain/browser.ts';
import { DomainError, invalid } from '../../errors.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import { hashToken } from '../../plugins/authentication.ts';
import { type KnownAccount, localeOf, readByLogin } from './accountByLogin.ts';
import { keepBrowser, knownBrowser } from './browsers.ts';
import { isPassword } from './passwords.ts';
import { wantsNotification } from './settings.ts';
import { attemptCounters, refundTries, returnTries, takeTry } from './throttle.ts';

const sessionMs = 12 * hourMs;
const rememberedSessionMs = 30 * 24 * hourMs;
/** Maximum length of a user agent, in characters. Longer ones do not come from browsers. */
const userAgentMaxLength = 400;

type Asking = Pick<Request<'POST /api/v2/Auth'>, 'body' | 'ip' | 'userAgent' | 'browser'>;

const sameBrowser = (one: string, other: string): boolean => {
  const [a, b] = [browserOf(one), browserOf(other)];
  return a.browser === b.browser && a.system === b.system && a.kind === b.kind;
};

/** Notifies the owner of a sign-in from a new kind of browser. The first browser of an account causes no mail. */
const tellOfNewDevice = async (context: Context, account: KnownAccount, userAgent: string, sessionId: number) => {
  if (!wantsNotification(account.settings, 'NewDevice')) return;
  const earlier = await context.db
    .selectFrom('session')
    .select('user_agent')
    .distinct()
    .where('account_id', '=', account.id)
    .where('id', '<', sessionId)
    .execute();
  const known = earlier.map(({ user_agent }) => user_agent).filter(text => text !== '');
  if (known.length === 0 || known.some(text => sameBrowser(text, userAgent))) return;
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

const freshMs = hourMs / 2;

/** Signs a superuser in for half an hour, during which shared data may be changed. */
export const signInAsSuperuser = (context: Context, asking: Asking) => signIn(context, asking, true);

export const signIn = async (context: Context, { body, ip, userAgent, browser }: Asking, fresh = false) => {
  const { Login, Password, Remember } = body satisfies BodyFor<'POST /api/v2/Auth'>;
  const account = await readByLogin(context.db, Login);
  const seenAt = await knownBrowser(context, browser.secret, account?.id);
  const counted =
    seenAt && account
      ? attemptCounters.knownBrowser(seenAt, account.id)
      : [...attemptCounters.login(Login, ip), ...attemptCounters.address(ip)];
  await takeTry(context, counted);
  const matches = await isPassword(account?.password_hash, Password).catch(returnTries(context, counted));
  if (!matches || !account) throw new DomainError('WRONG_CREDENTIALS');
  // Other users get the same answer as to a wrong password, because the answer must not reveal superusers.
  if (fresh && !superusers.some(role => account.roles.includes(role))) throw new DomainError('WRONG_CREDENTIALS');
  if (account.blocked_at) throw new DomainError('ACCOUNT_BLOCKED');
  if (account.closed_at) throw new DomainError('DEMO_CLOSED');
  await refundTries(context, counted);
  return openSession(context, account, { userAgent, browser, remember: Remember, fresh });
};

interface Opening extends Pick<Asking, 'userAgent' | 'browser'> {
  readonly remember?: boolean | undefined;
  readonly fresh?: boolean;
}

/** Opens a session for a person who has proved their identity. */
export const openSession = async (
  context: Context,
  account: KnownAccount,
  { userAgent, browser, remember, fresh = false }: Opening,
) => {
  const at = context.now();
  const token = randomBytes(32).toString('base64url');
  const lastsMs = remember ? rememberedSessionMs : sessionMs;
  const expiresAt = new Date(at.getTime() + (fresh ? freshMs : lastsMs));
  const user_agent = userAgent.slice(0, userAgentMaxLength);
  const secret = await context.db.transaction().execute(db => keepBrowser(context, { db }, browser.secret, account.id));
  const { id } = await context.db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      account_id: account.id,
      company_id: account.company_id,
      created_at: at,
      last_seen_at: at,
      expires_at: expiresAt,
      fresh_until: fresh ? expiresAt : null,
      user_agent,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  browser.give(secret);
  context.deferred('tell of a new device', () => tellOfNewDevice(context, account, user_agent, id));
  return { Token: token, ExpiresAt: expiresAt.toISOString() };
};

/** `signIn` for clients that write the names in lower case. */
export const signInAsTyped = (
  context: Context,
  { body, ...asking }: Omit<Asking, 'body'> & Pick<Request<'POST /api/auth'>, 'body'>,
) => {
  const { Login = body.login, Password = body.password, Remember = body.remember } = body;
  if (Login === undefined) throw invalid({ field: 'Login', message: 'required' });
  if (Password === undefined) throw invalid({ field: 'Password', message: 'required' });
  return signIn(context, { ...asking, body: { Login, Password, ...(Remember !== undefined && { Remember }) } });
};

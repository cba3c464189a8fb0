import { randomBytes } from 'node:crypto';
import type { BodyFor } from '../../../src/contract/index.ts';
import type { Context, Request } from '../../context.ts';
import { browserOf } from '../../domain/browser.ts';
import { DomainError } from '../../errors.ts';
import { writeLetter } from '../../mail/letters.ts';
import { hashToken } from '../../plugins/authentication.ts';
import { keepBrowser, knownBrowser } from './browsers.ts';
import { isPassword } from './passwords.ts';
import { wants } from './settings.ts';
import { counters, refundTries, takeTry } from './throttle.ts';
import { localeOf, readByLogin } from './who.ts';

const hourMs = 3_600_000;
const sessionMs = 12 * hourMs;
const rememberedSessionMs = 30 * 24 * hourMs;
/** Longer ones are not a browser's. */
const userAgentMaxLength = 400;

type Asking = Pick<Request<'POST /api/v2/Auth'>, 'body' | 'ip' | 'userAgent' | 'browser'>;
type Account = NonNullable<Awaited<ReturnType<typeof readByLogin>>>;

const sameBrowser = (one: string, other: string): boolean => {
  const [a, b] = [browserOf(one), browserOf(other)];
  return a.browser === b.browser && a.system === b.system && a.kind === b.kind;
};

/** Notifies of a sign-in from a new kind of device, but not of the account's first. */
const tellOfNewDevice = async (context: Context, account: Account, userAgent: string, sessionId: number) => {
  if (!wants(account.settings, 'NewDevice')) return;
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
  await context.mail.send(
    writeLetter('newDevice', {
      to: account.email,
      locale: localeOf(account),
      values: { name: account.full_name, email: account.email, device },
      url: `${context.site.publicUrl}/user/application/`,
    }),
  );
};

export const signIn = async (context: Context, { body, ip, userAgent, browser }: Asking) => {
  const { Login, Password, Remember } = body satisfies BodyFor<'POST /api/v2/Auth'>;
  const account = await readByLogin(context.db, Login);
  const seenAt = await knownBrowser(context, browser.secret, account?.id);
  const counted =
    seenAt && account
      ? counters.knownBrowser(seenAt, account.id)
      : [...counters.login(Login, ip), ...counters.address(ip)];
  await takeTry(context, counted);
  if (!(await isPassword(account?.password_hash, Password)) || !account) throw new DomainError('WRONG_CREDENTIALS');
  if (account.blocked_at) throw new DomainError('ACCOUNT_BLOCKED');
  if (account.closed_at) throw new DomainError('DEMO_CLOSED');
  await refundTries(context, counted);
  const at = context.now();
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(at.getTime() + (Remember ? rememberedSessionMs : sessionMs));
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
      user_agent,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  browser.give(secret);
  context.deferred('tell of a new device', () => tellOfNewDevice(context, account, user_agent, id));
  return { Token: token, ExpiresAt: expiresAt.toISOString() };
};

export const signOut = async ({ db, now }: Context, tokenHash: Buffer): Promise<void> => {
  await db.updateTable('session').set({ ended_at: now() }).where('token_hash', '=', tokenHash).execute();
};

import type { BodyFor } from '../../../src/contract/index.ts';
import { inOtherLayout } from '../../../src/schema/kinds/keyboardLayout.ts';
import type { Context, Request } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import { demoPassword } from '../../demoPassword.ts';
import { DomainError, invalid } from '../../errors.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import type { Tx } from '../../transaction.ts';
import { localeOf, readAccountByLogin } from './accountByLogin.ts';
import { authorFromOwner } from './author.ts';
import { removeKnownBrowsers, saveKnownBrowser } from './browsers.ts';
import { createPasswordLink, invalidateLinks, readLinkOwner, redeemLink, resetLinkMs } from './links.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { endSessions, lockOwnSession } from './sessions.ts';
import { attemptCounters, mayMailAccount, refundIfOverloaded, refundTries, resetTries, takeTry } from './throttle.ts';

/**
 * Number of leading characters of a password that are checked. Longer passwords are no easier to guess, and checking
 * every character takes a tenth of a second.
 */
const maxCheckedLength = 24;
/**
 * Passwords up to this zxcvbn score are rejected. Score 1 means at most a million guesses: a common password, perhaps
 * with a year or a few digits.
 */
const maxWeakScore = 1;

const loadPasswordChecker = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { common: [demoPassword, ...dictionary['passwords-common']] },
    graphs: adjacencyGraphs,
    maxLength: maxCheckedLength,
  });
};

// The password checker is loaded on first use, because the list of common passwords takes 20 MB and a moment to
// decompress.
let passwordChecker: ReturnType<typeof loadPasswordChecker> | undefined;

/**
 * Throws if a new password is the owner's login or a common password (the demo's included). Both are checked as typed
 * and in the other keyboard layout (пароль is gfhjkm). The API contract checks the length.
 */
const requireGoodPassword = async (
  field: string,
  password: string,
  { email }: { readonly email: string },
): Promise<void> => {
  const loginNames = [email, email.slice(0, email.indexOf('@'))].map(text => text.toLowerCase());
  if (loginNames.includes(password.trim().toLowerCase())) throw invalid({ field, message: 'passwordIsLogin' });
  passwordChecker ??= loadPasswordChecker();
  const checker = await passwordChecker;
  for (const text of [password, inOtherLayout(password)]) {
    if (text === undefined) continue;
    const { score, sequence } = checker.check(text, loginNames);
    if (score > maxWeakScore) continue;
    const isLogin = sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs');
    throw invalid({ field, message: isLogin ? 'passwordIsLogin' : 'passwordCommon' });
  }
};

const doneAnswer = { Done: true as const };
type ResetRequest = Pick<Request, 'ip' | 'requestId' | 'browser'>;
interface Owner {
  readonly email: string;
  readonly full_name: string;
  readonly locale: string;
}

const requireResetEnabled = ({ site }: Context): void => {
  if (!site.passwordReset) throw new DomainError('TURNED_OFF');
};

const notifyOfPasswordChange = (tx: Pick<Tx, 'db'>, { email, full_name: name, locale }: Owner): Promise<void> =>
  queueLetter(tx, writeLetter('passwordChanged', { to: email, locale: localeOf({ locale }), values: { name, email } }));

const sendResetLink = async (context: Context, login: string, origin: Pick<Request, 'requestId'>): Promise<void> => {
  const account = await readAccountByLogin(context.db, login);
  if (!account || account.blocked_at || account.closed_at) return;
  if (!(await mayMailAccount(context, account.id))) return;
  await inTransaction(context.db, authorFromOwner(context, account, origin), async tx => {
    await tx.audit({ entity: 'account', entityId: account.id, action: 'passwordLink', changes: [] });
    const url = await createPasswordLink(context, tx, account.id, 'reset');
    const { email, full_name: name } = account;
    const letter = writeLetter('reset', { to: email, locale: localeOf(account), values: { name, email }, url });
    await queueLetter(tx, letter, { expiresAt: new Date(tx.at.getTime() + resetLinkMs) });
  });
};

/**
 * Sends a link for a new password. The work follows the answer, so neither answer nor timing reveals whether the
 * account exists.
 */
export const requestPasswordReset = async (
  context: Context,
  login: string,
  origin: Pick<Request, 'ip' | 'requestId'>,
) => {
  requireResetEnabled(context);
  await takeTry(context, attemptCounters.resetLink(login, origin.ip));
  context.defer('send a link for a new password', () => sendResetLink(context, login, origin));
  return doneAnswer;
};

export const resetPassword = async (
  context: Context,
  authentication: Authentication,
  { Token, Password }: BodyFor<'POST /api/v2/Account/reset'>,
  origin: ResetRequest,
) => {
  await takeTry(context, attemptCounters.linkUse(origin.ip));
  const owner = await readLinkOwner(context, Token);
  // An invitation works even with resets turned off, because it sets a first password.
  if (owner.purpose === 'reset') requireResetEnabled(context);
  await requireGoodPassword('Password', Password, owner);
  const password_hash = await hashPassword(Password);
  const { endedTokenHashes, secret } = await inTransaction(
    context.db,
    authorFromOwner(context, owner, origin),
    async tx => {
      await redeemLink(context, tx, owner.id, Token);
      await tx.db
        .updateTable('account')
        .set({ password_hash, invited_at: null })
        .where('company_id', '=', owner.company_id)
        .where('id', '=', owner.id)
        .execute();
      await tx.audit({ entity: 'account', entityId: owner.id, action: 'passwordReset', changes: [] });
      await removeKnownBrowsers(tx, owner.id);
      // Reading the account's mail proves ownership, so this browser becomes a known one. Then failed tries elsewhere
      // do not lock it out.
      const secret = await saveKnownBrowser(context, tx, origin.browser.secret, owner.id);
      await notifyOfPasswordChange(tx, owner);
      return { secret, endedTokenHashes: await endSessions(tx, owner.id, context.now()) };
    },
  );
  endedTokenHashes.forEach(authentication.forget);
  origin.browser.replaceSecret(secret);
  await refundTries(context, attemptCounters.linkUse(origin.ip));
  await resetTries(context, attemptCounters.login(owner.email, origin.ip));
  return doneAnswer;
};

export const changePassword = async (
  context: Context,
  authentication: Authentication,
  request: Pick<Request<'PUT /api/v2/Account/password'>, 'caller' | 'body' | 'change' | 'browser' | 'tokenHash'>,
) => {
  const { caller, body, browser, tokenHash } = request;
  const counters = attemptCounters.password(caller.accountId);
  await takeTry(context, counters);
  const owner = await context.db
    .selectFrom('account')
    .select(['email', 'full_name', 'locale', 'password_hash'])
    .where('company_id', '=', caller.companyId)
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(owner.password_hash, body.Current).catch(refundIfOverloaded(context, counters))))
    throw invalid({ field: 'Current', message: 'wrongPassword' });
  await resetTries(context, counters);
  await requireGoodPassword('New', body.New, owner);
  const password_hash = await hashPassword(body.New);
  await request.change(async tx => {
    await tx.db
      .updateTable('account')
      .set({ password_hash })
      .where('company_id', '=', caller.companyId)
      .where('id', '=', caller.accountId)
      .execute();
    const ownSessionId = await lockOwnSession(tx, caller.accountId, context.now(), tokenHash);
    const endedTokenHashes = await endSessions(tx, caller.accountId, context.now(), ownSessionId);
    await invalidateLinks(tx, caller.accountId, context.now());
    await removeKnownBrowsers(tx, caller.accountId, browser.secret);
    await tx.audit({ entity: 'account', entityId: caller.accountId, action: 'passwordChange', changes: [] });
    await notifyOfPasswordChange(tx, owner);
    endedTokenHashes.forEach(authentication.forget);
    return doneAnswer;
  });
  return doneAnswer;
};

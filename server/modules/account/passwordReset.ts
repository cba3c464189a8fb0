import type { BodyFor } from '../../../src/contract/index.ts';
import type { Context, Request } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import { demoPassword } from '../../demoPassword.ts';
import { inOtherLayout } from '../../engine/search/matching/layout.ts';
import { DomainError, invalid } from '../../errors.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import type { Tx } from '../../transaction.ts';
import { localeOf, readByLogin } from './accountByLogin.ts';
import { asOwner } from './author.ts';
import { forgetBrowsers, keepBrowser } from './browsers.ts';
import { createPasswordLink, endLinks, ownerOfLink, resetLinkMs, spendLink } from './links.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { attemptCounters, forgiveTries, mayWriteTo, refundTries, returnTries, takeTry } from './throttle.ts';

/**
 * Number of leading characters of a password that are checked. Longer passwords are no easier to guess, and checking
 * every character takes a tenth of a second.
 */
const lookedAtLength = 24;
/** Score of zxcvbn for at most a million guesses: a common password, perhaps with a year or a few digits. */
const easyScore = 1;

const makeJudge = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { common: [demoPassword, ...dictionary['passwords-common']] },
    graphs: adjacencyGraphs,
    maxLength: lookedAtLength,
  });
};

// Loaded on first use, because the list of common passwords takes 20 MB and a moment to decompress.
let judge: ReturnType<typeof makeJudge> | undefined;

/**
 * Throws for the owner's login and for common passwords (the demo's included), as typed or in the other keyboard layout
 * (пароль is gfhjkm). The contract checks the length.
 */
const requireGoodPassword = async (
  field: string,
  password: string,
  { email }: { readonly email: string },
): Promise<void> => {
  const ownNames = [email, email.slice(0, email.indexOf('@'))].map(text => text.toLowerCase());
  if (ownNames.includes(password.trim().toLowerCase())) throw invalid({ field, message: 'passwordIsLogin' });
  judge ??= makeJudge();
  const judging = await judge;
  for (const text of [password, inOtherLayout(password)]) {
    if (text === undefined) continue;
    const { score, sequence } = judging.check(text, ownNames);
    if (score > easyScore) continue;
    const isLogin = sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs');
    throw invalid({ field, message: isLogin ? 'passwordIsLogin' : 'passwordCommon' });
  }
};

const done = { Done: true as const };
type Asking = Pick<Request, 'ip' | 'requestId' | 'browser'>;
interface Owner {
  readonly email: string;
  readonly full_name: string;
  readonly locale: string;
}

const requireReset = ({ site }: Context): void => {
  if (!site.passwordReset) throw new DomainError('TURNED_OFF');
};

const tellOfChange = (tx: Pick<Tx, 'db'>, { email, full_name: name, locale }: Owner): Promise<void> =>
  queueLetter(tx, writeLetter('passwordChanged', { to: email, locale: localeOf({ locale }), values: { name, email } }));

const sendLink = async (context: Context, login: string, asking: Pick<Request, 'requestId'>): Promise<void> => {
  const account = await readByLogin(context.db, login);
  if (!account || account.blocked_at || account.closed_at) return;
  if (!(await mayWriteTo(context, account.id))) return;
  await inTransaction(context.db, asOwner(context, account, asking), async tx => {
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
export const forgot = async (context: Context, login: string, asking: Pick<Request, 'ip' | 'requestId'>) => {
  requireReset(context);
  await takeTry(context, attemptCounters.forgotten(login, asking.ip));
  context.deferred('send a link for a new password', () => sendLink(context, login, asking));
  return done;
};

export const reset = async (
  context: Context,
  authentication: Authentication,
  { Token, Password }: BodyFor<'POST /api/v2/Account/reset'>,
  asking: Asking,
) => {
  await takeTry(context, attemptCounters.linkUse(asking.ip));
  const owner = await ownerOfLink(context, Token);
  // An invitation works even with resets turned off, because it sets a first password.
  if (owner.purpose === 'reset') requireReset(context);
  await requireGoodPassword('Password', Password, owner);
  const password_hash = await hashPassword(Password);
  const { ended, secret } = await inTransaction(context.db, asOwner(context, owner, asking), async tx => {
    await spendLink(context, tx, owner.id, Token);
    await tx.db
      .updateTable('account')
      .set({ password_hash, invited_at: null })
      .where('company_id', '=', owner.company_id)
      .where('id', '=', owner.id)
      .execute();
    await tx.audit({ entity: 'account', entityId: owner.id, action: 'passwordReset', changes: [] });
    await forgetBrowsers(tx, owner.id);
    // Reading the account's mail proves ownership, so this browser becomes a known one. Then failed tries elsewhere do
    // not lock it out.
    const secret = await keepBrowser(context, tx, asking.browser.secret, owner.id);
    await tellOfChange(tx, owner);
    return { secret, ended: await endSessions(tx, owner.id, context.now()) };
  });
  ended.forEach(authentication.forget);
  asking.browser.give(secret);
  await refundTries(context, attemptCounters.linkUse(asking.ip));
  await forgiveTries(context, attemptCounters.login(owner.email, asking.ip));
  return done;
};

export const changePassword = async (
  context: Context,
  authentication: Authentication,
  request: Pick<Request<'PUT /api/v2/Account/password'>, 'caller' | 'body' | 'change' | 'browser' | 'tokenHash'>,
) => {
  const { caller, body, browser, tokenHash } = request;
  const tries = attemptCounters.password(caller.accountId);
  await takeTry(context, tries);
  const owner = await context.db
    .selectFrom('account')
    .select(['email', 'full_name', 'locale', 'password_hash'])
    .where('company_id', '=', caller.companyId)
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow();
  if (!(await isPassword(owner.password_hash, body.Current).catch(returnTries(context, tries))))
    throw invalid({ field: 'Current', message: 'wrongPassword' });
  await forgiveTries(context, tries);
  await requireGoodPassword('New', body.New, owner);
  const password_hash = await hashPassword(body.New);
  await request.change(async tx => {
    await tx.db
      .updateTable('account')
      .set({ password_hash })
      .where('company_id', '=', caller.companyId)
      .where('id', '=', caller.accountId)
      .execute();
    const ended = await endSessions(tx, caller.accountId, context.now(), tokenHash);
    await endLinks(tx, caller.accountId, context.now());
    await forgetBrowsers(tx, caller.accountId, browser.secret);
    await tx.audit({ entity: 'account', entityId: caller.accountId, action: 'passwordChange', changes: [] });
    await tellOfChange(tx, owner);
    ended.forEach(authentication.forget);
    return done;
  });
  return done;
};

import { createHmac, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { hasAnyRole, superusers } from '../../../src/contract/access.ts';
import type { accountCalls } from '../../../src/contract/calls/account.ts';
import type { grantableRoles, RegistrationRow } from '../../../src/contract/shapes/account.ts';
import type { RestQuery } from '../../../src/contract/shapes/common.ts';
import type { Context, HandlersOf, RangedPage, Request } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Db } from '../../db/connect.ts';
import type { Registration } from '../../db/types.ts';
import { defineRestList, parseRestQuery, readRestPage } from '../../engine/table/rest.ts';
import { equals } from '../../engine/table/statement.ts';
import { DomainError, notFound } from '../../errors.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import { type Authentication, hashToken, isFresh } from '../../plugins/authentication.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { localeOf, readAccountByLogin } from './accountByLogin.ts';
import { authorFromOwner } from './author.ts';
import { getAccountInfo, getLegacyUserInfo, updateInfo } from './info.ts';
import { createInvitedAccount, sendInvitation } from './invitations.ts';
import { activateAccount, readLinkOwner, redeemLink } from './links.ts';
import { changePassword, requestPasswordReset, resetPassword } from './passwordReset.ts';
import { deletePortrait, setPortrait } from './portrait.ts';
import { register } from './registration.ts';
import { endSession, listSessions, signOut } from './sessions.ts';
import { readSettings, updateSettings } from './settings.ts';
import { openSession, signIn, signInAsSuperuser, signInWithLowerCaseNames } from './signIn.ts';
import { attemptCounters, refundTries, takeTry } from './throttle.ts';

type LinkSignInRequest = Pick<Request<'POST /api/authbytoken'>, 'body' | 'ip' | 'userAgent' | 'browser' | 'requestId'>;

/** Turns the error LINK_DEAD into LINK_UNKNOWN, so that every invalid link gets the same answer. */
const toUnknownLinkError = (error: unknown): never => {
  throw error instanceof DomainError && error.code === 'LINK_DEAD' ? new DomainError('LINK_UNKNOWN') : error;
};

/** Creates a session from a link that came by mail. Each link works once. */
const signInByLink = async (context: Context, request: LinkSignInRequest) => {
  const { ip, userAgent, browser, body } = request;
  await takeTry(context, attemptCounters.linkUse(ip));
  const owner = await readLinkOwner(context, body.Token).catch(toUnknownLinkError);
  await inTransaction(context.db, authorFromOwner(context, owner, request), async tx => {
    await redeemLink(context, tx, owner.id, body.Token).catch(toUnknownLinkError);
    await activateAccount(tx, owner);
    await tx.audit({ entity: 'account', entityId: owner.id, action: 'linkSignIn', changes: [] });
  });
  await refundTries(context, attemptCounters.linkUse(ip));
  const account = await readAccountByLogin(context.db, owner.email);
  if (!account) throw new DomainError('LINK_UNKNOWN');
  return openSession(context, account, { userAgent, browser });
};

type Row = Selectable<Registration>;
interface DecisionRequest {
  readonly caller: Caller;
  readonly change: Request['change'];
}

const registrationList = defineRestList({
  name: 'registrations',
  select: '*',
  from: 'registration',
  key: 'id',
  sorts: { id: 'id', createdAt: 'created_at', email: 'email', fullName: 'full_name', state: 'state' },
  filters: { state: 'word' },
  filterColumns: { state: 'state' },
  example: '{"state":"pending"}',
});

const toRegistrationRow = (row: Row): RegistrationRow => ({
  id: row.id,
  email: row.email,
  fullName: row.full_name,
  phone: row.phone,
  state: row.state,
  createdAt: row.created_at,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
});

const listRegistrations = (context: Context, caller: Caller, query: RestQuery): Promise<RangedPage<RegistrationRow>> =>
  readRestPage(
    context,
    caller,
    registrationList,
    parseRestQuery(registrationList, query),
    [equals('company_id', caller.companyId)],
    row => toRegistrationRow(row as unknown as Row),
  );

/** Accepts or rejects a request for an account. Of two simultaneous decisions the second fails. */
const decideRegistration = (
  { db }: Tx,
  { now }: Context,
  caller: Caller,
  id: number,
  state: Row['state'],
): Promise<Row> =>
  db
    .updateTable('registration')
    .set({ state, decided_at: now(), decided_by: caller.fullName })
    .where('company_id', '=', caller.companyId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirstOrThrow(notFound);

const stateChange = (state: Row['state']) => [{ field: 'State', before: 'pending', after: state }];

const approveRegistration = async (
  context: Context,
  { caller, change }: DecisionRequest,
  id: number,
  role: (typeof grantableRoles)[number],
): Promise<RegistrationRow> => {
  const row = await change(async tx => {
    const row = await decideRegistration(tx, context, caller, id, 'approved');
    const { id: accountId, url } = await createInvitedAccount(context, tx, {
      companyId: row.company_id,
      email: row.email,
      fullName: row.full_name,
      phone: row.phone,
      roles: [role],
      locale: localeOf(row),
    });
    await tx.audit({ entity: 'registration', entityId: id, action: 'approve', changes: stateChange('approved') });
    const { email: to, full_name: name } = row;
    await sendInvitation(tx, {
      companyId: row.company_id,
      accountId,
      to,
      locale: localeOf(row),
      name,
      company: caller.companyName,
      url,
    });
    return row;
  });
  return toRegistrationRow(row);
};

const declineRegistration = async (
  context: Context,
  { caller, change }: DecisionRequest,
  id: number,
): Promise<RegistrationRow> => {
  const row = await change(async tx => {
    const row = await decideRegistration(tx, context, caller, id, 'declined');
    await tx.audit({ entity: 'registration', entityId: id, action: 'decline', changes: stateChange('declined') });
    const values = { name: row.full_name, company: caller.companyName };
    await queueLetter(tx, writeLetter('declined', { to: row.email, locale: localeOf(row), values }));
    return row;
  });
  return toRegistrationRow(row);
};

/**
 * Duration, ms, for which a session's old token stays valid after its exchange, for requests that are already on their
 * way.
 */
const tokenGraceMs = 10_000;

/**
 * Derives the next token of a session from the old token and a salt. Only the database has the salt. Of the old token
 * the database has only a hash.
 */
const deriveNextToken = (token: string, salt: Buffer): string =>
  createHmac('sha256', salt).update(token).digest('base64url');

/** Returns the newest token of a session, for a request with an old token that another request has just exchanged. */
const readNewestToken = async (
  db: Db,
  token: string,
): Promise<{ readonly Token: string; readonly ExpiresAt: string }> => {
  const retiredToken = await db
    .selectFrom('retired_token')
    .innerJoin('session', 'session.id', 'retired_token.session_id')
    .select(['retired_token.salt', 'session.token_hash', 'session.expires_at'])
    .where('retired_token.token_hash', '=', hashToken(token))
    .where('session.ended_at', 'is', null)
    .executeTakeFirst();
  if (!retiredToken?.salt) throw new DomainError('SESSION_ENDED');
  const nextToken = deriveNextToken(token, retiredToken.salt);
  if (!retiredToken.token_hash.equals(hashToken(nextToken))) return readNewestToken(db, nextToken);
  return { Token: nextToken, ExpiresAt: retiredToken.expires_at };
};

/**
 * Exchanges the token of a session. Requests with one old token (two tabs, a repeated request) get the same new token
 * while the old one is accepted.
 * The old token is stored as retired. A later use means that it was copied (authentication.ts).
 */
const refreshToken = async (
  { db, now }: Context,
  authentication: Authentication,
  { token }: Pick<Request<'POST /api/refresh'>, 'token'>,
) => {
  if (!token) throw new DomainError('NOT_SIGNED_IN');
  const tokenHash = hashToken(token);
  const at = now();
  const salt = randomBytes(32);
  const nextToken = deriveNextToken(token, salt);
  const session = await db.transaction().execute(async trx => {
    const updatedSession = await trx
      .updateTable('session')
      .set({ token_hash: hashToken(nextToken) })
      .where('token_hash', '=', tokenHash)
      .where('ended_at', 'is', null)
      .returning(['id', 'expires_at'])
      .executeTakeFirst();
    if (!updatedSession) return undefined;
    const expires_at = new Date(at.getTime() + tokenGraceMs);
    await trx
      .updateTable('retired_token')
      .set({ salt: null })
      .where('session_id', '=', updatedSession.id)
      .where('expires_at', '<=', at.toISOString())
      .execute();
    await trx
      .insertInto('retired_token')
      .values({ token_hash: tokenHash, session_id: updatedSession.id, expires_at, salt })
      .execute();
    return updatedSession;
  });
  authentication.forget(tokenHash);
  return session ? { Token: nextToken, ExpiresAt: session.expires_at } : readNewestToken(db, token);
};

type CallName = keyof typeof accountCalls;

export const accountHandlers = (context: Context, authentication: Authentication): HandlersOf<CallName> => {
  const { site } = context;
  const logoff = (request: Parameters<typeof signOut>[2]) => signOut(context, authentication, request);
  const forgetSession = ({ tokenHash }: Pick<Request, 'tokenHash'>) => {
    if (tokenHash) authentication.forget(tokenHash);
  };
  return {
    'POST /api/v2/Auth': request => signIn(context, request),
    'POST /api/auth': request => signInWithLowerCaseNames(context, request),
    'POST /api/authbytoken': request => signInByLink(context, request),
    'POST /api/refresh': request => refreshToken(context, authentication, request),
    'POST /api/v2/superuser/auth': request => signInAsSuperuser(context, request),
    'GET /api/v2/superuser/test': async ({ caller }) => ({
      Superuser: hasAnyRole(caller.roles, superusers),
      Fresh: isFresh(caller.freshUntil, context.now()),
      FreshUntil: caller.freshUntil,
    }),
    'GET /api/v1/logoff': logoff,
    'POST /api/v1/logoff': logoff,
    'GET /api/logoff': logoff,

    'GET /api/v2/Account/info': ({ caller }) => getAccountInfo(context, caller),
    'GET /api/userinfo': ({ caller }) => getLegacyUserInfo(context, caller),
    'PUT /api/v2/Account/info': request => updateInfo(request, () => forgetSession(request)),
    'POST /api/v2/Account/picture': request => setPortrait(context, request, request.file),
    'DELETE /api/v2/Account/picture': request => deletePortrait(request),
    'GET /api/v2/Account/settings': ({ caller }) => readSettings(context, caller),
    'PUT /api/v2/Account/settings': request => updateSettings(request, request.body),

    'GET /api/v2/Account/options': async () => ({ Registration: site.registration, Reset: site.passwordReset }),
    'POST /api/v2/Account/register': request => register(context, request.body, request),
    'POST /api/v2/Account/forgot': request => requestPasswordReset(context, request.body.Login, request),
    'POST /api/v2/Account/reset': request => resetPassword(context, authentication, request.body, request),
    'PUT /api/v2/Account/password': request => changePassword(context, authentication, request),

    'GET /api/v3/sessions': request => listSessions(context, request, request.query),
    'DELETE /api/v3/sessions/{id}': request => endSession(context, authentication, request, request.params.id),

    'GET /api/v3/registrations': ({ caller, query }) => listRegistrations(context, caller, query),
    'POST /api/v3/registrations/{id}/approve': request =>
      approveRegistration(context, request, request.params.id, request.body.role),
    'POST /api/v3/registrations/{id}/decline': request => declineRegistration(context, request, request.params.id),
  };
};

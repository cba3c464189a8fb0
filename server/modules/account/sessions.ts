import { type Selectable, sql } from 'kysely';
import type { SessionRow } from '../../../src/contract/shapes/account.ts';
import type { RestQuery } from '../../../src/contract/shapes/common.ts';
import type { Context, RangedPage, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import type { Database } from '../../db/types.ts';
import { browserOf } from '../../domain/browser.ts';
import { defineRestList, parseRestQuery, readRestPage } from '../../engine/table/rest.ts';
import { equals } from '../../engine/table/statement.ts';
import { notFound } from '../../errors.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import type { Tx } from '../../transaction.ts';

const sessionList = defineRestList({
  name: 'sessions',
  select: '*',
  from: 'session',
  key: 'id',
  sorts: { id: 'id', createdAt: 'created_at', lastSeenAt: 'coalesce(last_seen_at, created_at)' },
  filters: {},
  filterColumns: {},
  example: '{}',
});

type Row = Selectable<Database['session']>;

const toSessionRow = (row: Row, currentTokenHash: Buffer | undefined): SessionRow => ({
  id: row.id,
  ...browserOf(row.user_agent),
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at ?? row.created_at,
  expiresAt: row.expires_at,
  current: currentTokenHash !== undefined && row.token_hash.equals(currentTokenHash),
});

const selectOpenSessions = (db: Db, accountId: number, at: Date) =>
  db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`${at}`);

export const listSessions = (
  context: Context,
  { caller, tokenHash }: Pick<Request<'GET /api/v3/sessions'>, 'caller' | 'tokenHash'>,
  query: RestQuery,
): Promise<RangedPage<SessionRow>> =>
  readRestPage(
    context,
    caller,
    sessionList,
    parseRestQuery(sessionList, query),
    [
      equals('account_id', caller.accountId),
      () => 'ended_at is null',
      values => `expires_at > ${values.add(context.now())}`,
    ],
    row => toSessionRow(row as unknown as Row, tokenHash),
  );

export const openSessions = async (
  { db, now }: Context,
  accountId: number,
  currentTokenHash: Buffer | undefined,
): Promise<SessionRow[]> => {
  const rows = await selectOpenSessions(db, accountId, now())
    .selectAll()
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(row => toSessionRow(row, currentTokenHash));
};

/** Ends one session of an account. Throws 404 for a session of another account. */
export const endOneSession = async (
  { now }: Context,
  authentication: Authentication,
  tx: Tx,
  accountId: number,
  id: number,
): Promise<Row> => {
  const row = await selectOpenSessions(tx.db, accountId, now())
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  await tx.db.updateTable('session').set({ ended_at: now() }).where('id', '=', id).execute();
  const { browser, system } = browserOf(row.user_agent);
  const changes = [{ field: 'Session', before: [browser, system].filter(Boolean).join(', ') || id, after: null }];
  await tx.audit({ entity: 'account', entityId: accountId, action: 'sessionEnd', changes });
  authentication.forget(row.token_hash);
  return row;
};

export const endSession = (
  context: Context,
  authentication: Authentication,
  { caller, change, tokenHash }: Pick<Request<'DELETE /api/v3/sessions/{id}'>, 'caller' | 'change' | 'tokenHash'>,
  id: number,
): Promise<SessionRow> =>
  change(async tx => toSessionRow(await endOneSession(context, authentication, tx, caller.accountId, id), tokenHash));

/**
 * Locks the open session of a request and returns its id. Undefined: the session has ended. Another request may have
 * exchanged the token after this request was authenticated. The session is then found by its retired token.
 */
export const lockOwnSession = async (
  { db }: Pick<Tx, 'db'>,
  accountId: number,
  at: Date,
  tokenHash: Buffer = Buffer.alloc(0),
): Promise<number | undefined> => {
  const lockedSession = selectOpenSessions(db, accountId, at).select('id').forUpdate();
  const session = await lockedSession.where('token_hash', '=', tokenHash).executeTakeFirst();
  if (session) return session.id;
  const retiredToken = await db
    .selectFrom('retired_token')
    .select('session_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return retiredToken && (await lockedSession.where('id', '=', retiredToken.session_id).executeTakeFirst())?.id;
};

export const signOut = (
  context: Context,
  authentication: Authentication,
  { caller, change, tokenHash }: Pick<Request<'POST /api/v1/logoff'>, 'caller' | 'change' | 'tokenHash'>,
): Promise<{ Done: true }> =>
  change(async tx => {
    const sessionId = await lockOwnSession(tx, caller.accountId, context.now(), tokenHash);
    // Without an id, another request has just ended the session. That is the wanted result.
    if (sessionId !== undefined) await endOneSession(context, authentication, tx, caller.accountId, sessionId);
    return { Done: true };
  });

/** Ends all sessions of an account except one. */
export const endSessions = async (
  { db }: Pick<Tx, 'db'>,
  accountId: number,
  at: Date,
  exceptId?: number,
): Promise<readonly Buffer[]> => {
  let query = db.updateTable('session').set({ ended_at: at }).where('account_id', '=', accountId);
  if (exceptId !== undefined) query = query.where('id', '!=', exceptId);
  const endedSessions = await query.where('ended_at', 'is', null).returning('token_hash').execute();
  return endedSessions.map(({ token_hash }) => token_hash);
};

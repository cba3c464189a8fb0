import { type Selectable, sql } from 'kysely';
import type { RestQuery } from '../../../src/contract/shapes/common.ts';
import type { SessionRow } from '../../../src/contract/shapes/session.ts';
import type { Caller, Context, Ranged, Request, Tx } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import type { Database } from '../../db/types.ts';
import { browserOf } from '../../domain/browser.ts';
import { notFound } from '../../errors.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { ranged, readRestFilter, readRestPage } from '../../table/rest.ts';

const seen = sql<string>`coalesce(last_seen_at, created_at)`;
const columns = { id: sql`id`, createdAt: sql`created_at`, lastSeenAt: seen } as const;
const sorts = Object.keys(columns) as (keyof typeof columns)[];

type Row = Selectable<Database['session']>;

const onWire = (row: Row, current: Buffer | undefined): SessionRow => ({
  id: row.id,
  ...browserOf(row.user_agent),
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at ?? row.created_at,
  expiresAt: row.expires_at,
  current: current !== undefined && row.token_hash.equals(current),
});

const live = (db: Db, { accountId }: Caller, at: Date) =>
  db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`${at}`);

export const listSessions = async (
  { reads: { db }, now }: Context,
  { caller, tokenHash }: Pick<Request<'GET /api/v3/sessions'>, 'caller' | 'tokenHash'>,
  query: RestQuery,
): Promise<Ranged<SessionRow>> => {
  const page = readRestPage(query, sorts);
  readRestFilter(query, {}, '{}');
  const own = live(db, caller, now());
  const [rows, { total }] = await Promise.all([
    own
      .selectAll()
      .orderBy(columns[page.sort], page.direction)
      .orderBy('id', page.direction)
      .limit(page.last - page.first + 1)
      .offset(page.first)
      .execute(),
    own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return ranged(
    'sessions',
    page,
    rows.map(row => onWire(row, tokenHash)),
    total,
  );
};

/** Ends one of one's own; somebody else's is not there. */
export const endSession = (
  { now }: Context,
  authentication: Authentication,
  { caller, change, tokenHash }: Pick<Request<'DELETE /api/v3/sessions/{id}'>, 'caller' | 'change' | 'tokenHash'>,
  id: number,
): Promise<SessionRow> =>
  change(async tx => {
    const row = await live(tx.db, caller, now()).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw notFound();
    await tx.db.updateTable('session').set({ ended_at: now() }).where('id', '=', id).execute();
    const { browser, system } = browserOf(row.user_agent);
    const changes = [{ field: 'Session', before: [browser, system].filter(Boolean).join(', ') || id, after: null }];
    await tx.audit({ entity: 'account', entityId: caller.accountId, action: 'sessionEnd', changes });
    authentication.forget(row.token_hash);
    return onWire(row, tokenHash);
  });

/** Ends every session of an account but the one that is kept. */
export const endSessions = async (
  { db }: Pick<Tx, 'db'>,
  accountId: number,
  at: Date,
  kept?: Buffer,
): Promise<readonly Buffer[]> => {
  let query = db.updateTable('session').set({ ended_at: at }).where('account_id', '=', accountId);
  if (kept) query = query.where('token_hash', '!=', kept);
  const ended = await query.where('ended_at', 'is', null).returning('token_hash').execute();
  return ended.map(({ token_hash }) => token_hash);
};

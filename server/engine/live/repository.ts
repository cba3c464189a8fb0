import { sql } from 'kysely';
import type { Role } from '../../../src/contract/access.ts';
import type { Db } from '../../db/connect.ts';

export interface StoredEvent {
  readonly id: number;
  /** Account that receives the event. Null: every user of the company receives it. */
  readonly account_id: number | null;
  readonly type: string;
  readonly data: object;
}

/** Reads two event numbers of the company: of the last event, and of the first one that is still stored. */
export const readBounds = async (db: Db, companyId: number): Promise<{ last: number; first: number | null }> => {
  const row = await db
    .selectFrom('event_head')
    .select(eb => [
      'last_id as last',
      eb
        .selectFrom('event')
        .select(({ fn }) => fn.min<number | null>('id').as('first'))
        .where('company_id', '=', companyId)
        .as('first'),
    ])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row ?? { last: 0, first: null };
};

export const readEventIdBefore = async (db: Db, companyId: number, moment: Date): Promise<number | undefined> => {
  const row = await db
    .selectFrom('event')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .where('company_id', '=', companyId)
    .where('at', '<', moment.toISOString())
    .executeTakeFirst();
  return row?.id ?? undefined;
};

export const readEvents = (db: Db, companyId: number, after: number, limit: number): Promise<StoredEvent[]> =>
  db
    .selectFrom('event')
    .select(['id', 'account_id', 'type', 'data'])
    .where('company_id', '=', companyId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Reads the roles of each valid session, by the token's hash in base64. */
export const readSessions = async (
  db: Db,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlyMap<string, readonly Role[]>> => {
  const { rows } = await sql<{ token_hash: Buffer; roles: Role[] }>`
    select s.token_hash, a.roles from session s join account a on a.id = s.account_id
      join company c on c.id = a.company_id
    where s.token_hash = any(${tokenHashes}::bytea[]) and s.ended_at is null and s.expires_at > ${now}
      and a.blocked_at is null and c.closed_at is null`.execute(db);
  return new Map(rows.map(({ token_hash, roles }) => [token_hash.toString('base64'), roles]));
};

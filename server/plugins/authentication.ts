import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Access, Role } from '../../src/contract/access.ts';
import type { Caller, Context, Platform } from '../context.ts';
import { DomainError } from '../errors.ts';

/** Cache lifetime of a token: how long a session ended by another process still works here. */
const rememberedMs = 1000;
const seenEveryMs = 60_000;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

interface Remembered {
  readonly caller: Caller;
  readonly expiresAtMs: number;
  readonly readAtMs: number;
}

export interface Authentication {
  readonly caller: (request: FastifyRequest, access: Access) => Promise<Caller>;
  readonly platform: (request: FastifyRequest) => Promise<Platform>;
  /** Removes a session that has just ended here from the cache. */
  readonly forget: (tokenHash: Buffer) => void;
}

export const bearerOf = (request: FastifyRequest): string | undefined => {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
};

export const makeAuthentication = ({ db, pool, now }: Context): Authentication => {
  const remembered = new Map<string, Remembered>();
  const seen = new Map<string, number>();

  const noteSeen = (key: string, tokenHash: Buffer, nowMs: number): void => {
    if (nowMs - (seen.get(key) ?? 0) < seenEveryMs) return;
    if (seen.size > 10_000) seen.clear();
    seen.set(key, nowMs);
    // Only records the last activity: a failure must not fail the request, and the pool reports it.
    void pool
      .query({
        name: 'seen',
        text: `with own as (update session set last_seen_at = $1 where token_hash = $2 returning account_id)
               update account set last_seen_at = $1 from own where account.id = own.account_id`,
        values: [new Date(nowMs), tokenHash],
      })
      .catch(() => {});
  };

  const read = async (tokenHash: Buffer): Promise<Remembered> => {
    const { rows } = await pool.query<{
      account_id: number;
      company_id: number;
      company_name: string;
      full_name: string;
      roles: Role[];
      expires_at: string;
      ended_at: string | null;
      blocked_at: string | null;
      closed_at: string | null;
    }>({
      name: 'session',
      text: `select s.account_id, s.company_id, c.name as company_name, a.full_name, a.roles, s.expires_at, s.ended_at,
               a.blocked_at, c.closed_at
             from session s join account a on a.id = s.account_id join company c on c.id = s.company_id
             where s.token_hash = $1`,
      values: [tokenHash],
    });
    const row = rows[0];
    if (!row) throw new DomainError('NOT_SIGNED_IN');
    if (row.ended_at) throw new DomainError('SESSION_ENDED');
    if (row.blocked_at) throw new DomainError('ACCOUNT_BLOCKED');
    if (row.closed_at) throw new DomainError('DEMO_CLOSED');
    return {
      caller: {
        accountId: row.account_id,
        companyId: row.company_id,
        companyName: row.company_name,
        fullName: row.full_name,
        roles: row.roles,
      },
      expiresAtMs: Date.parse(row.expires_at),
      readAtMs: now().getTime(),
    };
  };

  const sessionOf = async (token: string): Promise<Caller> => {
    const nowMs = now().getTime();
    const tokenHash = hashToken(token);
    const key = tokenHash.toString('base64');
    let session = remembered.get(key);
    if (!session || nowMs - session.readAtMs > rememberedMs) {
      remembered.delete(key);
      session = await read(tokenHash);
      if (remembered.size > 10_000) remembered.clear();
      remembered.set(key, session);
    }
    if (session.expiresAtMs <= nowMs) throw new DomainError('SESSION_ENDED');
    noteSeen(key, tokenHash, nowMs);
    return session.caller;
  };

  return {
    caller: async (request, access) => {
      const token = bearerOf(request);
      if (!token) throw new DomainError('NOT_SIGNED_IN');
      const caller = await sessionOf(token);
      if (Array.isArray(access) && !access.some((role: Role) => caller.roles.includes(role)))
        throw new DomainError('FORBIDDEN', { values: { roles: access.join(', ') } });
      return caller;
    },
    platform: async request => {
      const key = bearerOf(request);
      const found = key
        ? await db
            .selectFrom('platform_key')
            .innerJoin('company', 'company.id', 'platform_key.company_id')
            .select(['platform_key.company_id', 'platform_key.name'])
            .where('platform_key.key_hash', '=', hashToken(key))
            .where('platform_key.revoked_at', 'is', null)
            .where('company.closed_at', 'is', null)
            .executeTakeFirst()
        : undefined;
      if (!found) throw new DomainError('WRONG_PLATFORM_KEY');
      return { companyId: found.company_id, name: found.name };
    },
    forget: tokenHash => {
      remembered.delete(tokenHash.toString('base64'));
    },
  };
};

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Access, needsFreshSignIn, type Role } from '../../src/contract/access.ts';
import type { Context, Platform } from '../context.ts';
import { makeCoalesce } from '../engine/table/coalesce.ts';
import { DomainError } from '../errors.ts';
import type { Caller } from '../transaction.ts';

/** Cache lifetime of a session, ms. If another process ends the session, it stays valid here for at most this time. */
const sessionCacheMs = 1000;
const noteSessionEveryMs = 60_000;
const notePlatformEveryMs = 60_000;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface RequestOrigin {
  readonly ip: string;
  readonly requestId: string;
  /** Time at which the first line of the request arrived, ms since 1970. */
  readonly atMs: number;
}

interface CachedSession {
  readonly caller: Caller;
  /**
   * Hash of the session's present token. It differs from the hash of the request's token if that token was just
   * exchanged.
   */
  readonly sessionHash: Buffer;
  readonly expiresAtMs: number;
  readonly readAtMs: number;
}

export interface Authentication {
  /** `atMs`: moment when the request arrived, ms since 1970. The default is the present moment. */
  readonly caller: (
    request: FastifyRequest,
    access: Access,
    atMs?: number,
  ) => Promise<{ readonly caller: Caller; readonly tokenHash: Buffer }>;
  /**
   * `inQuery`: whether the platform key may be in the query parameter `key`, because some platforms cannot set a
   * header.
   */
  readonly platform: (request: FastifyRequest, inQuery: boolean) => Promise<Platform>;
  /** Removes a session from the cache. Called after this process has ended the session. */
  readonly forget: (tokenHash: Buffer) => void;
  /** Removes an account's sessions from the cache. Called after this process has changed the account's roles. */
  readonly forgetAccount: (accountId: number) => void;
}

export const bearerOf = (request: FastifyRequest): string | undefined => {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
};

/** Throws unless the caller has entered the password again recently. */
export const requireFreshSignIn = ({ freshUntil }: Pick<Caller, 'freshUntil'>, at: Date): void => {
  if (!isFresh(freshUntil, at)) throw new DomainError('FRESH_SIGN_IN_NEEDED');
};

export const isFresh = (freshUntil: string | null, at: Date): boolean =>
  freshUntil !== null && Date.parse(freshUntil) > at.getTime();

const maxEntries = 10_000;

/** Stores when sessions and platform keys were last used, once a minute at most. */
const createActivityRecorder = ({ pool, now, log }: Context) => {
  const sessionNotedAtMs = new Map<string, number>();
  const platformNotedAtMs = new Map<string, number>();

  // Logs a failure to store the last activity. Such a failure must not fail the request.
  const logFailure = (subject: string) => (error: unknown) =>
    log.warn({ err: error }, `could not note when ${subject}`);

  const noteSeen = (key: string, { sessionHash, caller }: CachedSession, nowMs: number): void => {
    if (nowMs - (sessionNotedAtMs.get(key) ?? 0) < noteSessionEveryMs) return;
    if (sessionNotedAtMs.size > maxEntries) sessionNotedAtMs.clear();
    sessionNotedAtMs.set(key, nowMs);
    const at = new Date(nowMs);
    // In a cluster, one statement that joins session and account would update only one node's copy of the account.
    void pool
      .query({
        name: 'account seen',
        text: 'update account set last_seen_at = $1 where id = $2',
        values: [at, caller.accountId],
      })
      .then(() =>
        pool.query({
          name: 'session seen',
          text: 'update session set last_seen_at = $1 where token_hash = $2',
          values: [at, sessionHash],
        }),
      )
      .catch(logFailure('a session was last seen'));
  };

  /**
   * Stores when a platform was last active. It writes rarely, because the table of platform keys is replicated to every
   * node of a cluster.
   */
  const noteUsed = (keyHash: Buffer): void => {
    const nowMs = now().getTime();
    const key = keyHash.toString('base64');
    if (nowMs - (platformNotedAtMs.get(key) ?? 0) < notePlatformEveryMs) return;
    platformNotedAtMs.set(key, nowMs);
    void pool
      .query({
        name: 'platform used',
        text: 'update platform_key set last_used_at = $1 where key_hash = $2',
        values: [new Date(nowMs), keyHash],
      })
      .catch(logFailure('a platform key was last used'));
  };

  return { noteSeen, noteUsed };
};

type EndReplayedSession = (sessionId: number, origin: RequestOrigin) => Promise<void>;

/** Reads sessions from the database. `forget` removes an ended session from the cache. */
const createSessionReader = (
  { db, pool, now }: Context,
  endReplayedSession: EndReplayedSession,
  forget: (tokenHash: Buffer) => void,
): ((tokenHash: Buffer, from: RequestOrigin) => Promise<CachedSession>) => {
  const readSession = async (tokenHash: Buffer, origin: RequestOrigin): Promise<CachedSession> => {
    const { rows } = await pool.query<{
      token_hash: Buffer;
      account_id: number;
      company_id: number;
      company_name: string;
      full_name: string;
      roles: Role[];
      expires_at: string;
      fresh_until: string | null;
      ended_at: string | null;
      blocked_at: string | null;
      closed_at: string | null;
      time_zone: string;
    }>({
      name: 'session',
      text: `select s.token_hash, s.account_id, s.company_id, c.name as company_name, a.full_name, a.roles, s.expires_at, s.fresh_until, s.ended_at,
               a.blocked_at, c.closed_at, coalesce(nullif(a.settings->>'TimeZone', ''), c.time_zone) as time_zone
             from session s join account a on a.id = s.account_id join company c on c.id = s.company_id
             where s.token_hash = $1`,
      values: [tokenHash],
    });
    const row = rows[0];
    if (!row) return readByRetiredToken(tokenHash, origin);
    if (row.blocked_at) throw new DomainError('ACCOUNT_BLOCKED');
    if (row.ended_at) throw new DomainError('SESSION_ENDED');
    if (row.closed_at) throw new DomainError('DEMO_CLOSED');
    return {
      caller: {
        accountId: row.account_id,
        companyId: row.company_id,
        companyName: row.company_name,
        fullName: row.full_name,
        roles: row.roles,
        freshUntil: row.fresh_until,
        timeZone: row.time_zone,
      },
      sessionHash: row.token_hash,
      expiresAtMs: Date.parse(row.expires_at),
      readAtMs: now().getTime(),
    };
  };

  /**
   * Reads the session of a token that was exchanged for a new one. The old token stays valid for a short time, for
   * requests already on their way. A later use means that the token was copied, so the session ends.
   */
  const readByRetiredToken = async (tokenHash: Buffer, origin: RequestOrigin): Promise<CachedSession> => {
    const retired = await db
      .selectFrom('retired_token')
      .innerJoin('session', 'session.id', 'retired_token.session_id')
      .select(['session.id', 'session.token_hash', 'retired_token.expires_at'])
      .where('retired_token.token_hash', '=', tokenHash)
      .executeTakeFirstOrThrow(() => new DomainError('NOT_SIGNED_IN'));
    if (Date.parse(retired.expires_at) > origin.atMs) return readSession(retired.token_hash, origin);
    await endReplayedSession(retired.id, origin);
    forget(retired.token_hash);
    throw new DomainError('SESSION_ENDED');
  };
  return readSession;
};

/** Caches sessions for `sessionCacheMs`, by the hash of their token. */
const createSessionCache = () => {
  const cachedSessions = new Map<string, CachedSession>();
  /**
   * Number of removals from the cache so far. If it changes while a session is read, that session may have ended and is
   * not cached.
   */
  let removalCount = 0;
  return {
    forget: (tokenHash: Buffer): void => {
      removalCount++;
      cachedSessions.delete(tokenHash.toString('base64'));
    },
    forgetAccount: (accountId: number): void => {
      removalCount++;
      for (const [key, { caller }] of cachedSessions) if (caller.accountId === accountId) cachedSessions.delete(key);
    },
    find: async (tokenHash: Buffer, nowMs: number, read: () => Promise<CachedSession>): Promise<CachedSession> => {
      const key = tokenHash.toString('base64');
      const cached = cachedSessions.get(key);
      if (cached && nowMs - cached.readAtMs <= sessionCacheMs) return cached;
      cachedSessions.delete(key);
      const removalsBefore = removalCount;
      const session = await read();
      if (cachedSessions.size > maxEntries) cachedSessions.clear();
      // A session found by an exchanged token is not cached, because that token expires within seconds.
      if (session.sessionHash.equals(tokenHash) && removalCount === removalsBefore) cachedSessions.set(key, session);
      return session;
    },
  };
};

/**
 * Returns a function that reads the platform of a key. Requests of one platform that arrive together share a query, which
 * begins after they arrived. So a revoked key is refused at once.
 */
const createPlatformReader = ({ db }: Context): ((keyHash: Buffer) => Promise<Platform>) => {
  const coalesce = makeCoalesce<Platform>();
  const readPlatform = async (keyHash: Buffer): Promise<Platform> => {
    const row = await db
      .selectFrom('platform_key')
      .innerJoin('company', 'company.id', 'platform_key.company_id')
      .select(['platform_key.id', 'platform_key.company_id', 'platform_key.name'])
      .where('platform_key.key_hash', '=', keyHash)
      .where('platform_key.revoked_at', 'is', null)
      .where('company.closed_at', 'is', null)
      .executeTakeFirst();
    if (!row) throw new DomainError('WRONG_PLATFORM_KEY');
    return { keyId: row.id, companyId: row.company_id, name: row.name };
  };
  return keyHash => coalesce(keyHash.toString('base64'), () => readPlatform(keyHash));
};

/**
 * `endReplayedSession` ends a session. It is called when an exchanged token is used too late, so the token must have
 * been copied.
 */
export const makeAuthentication = (context: Context, endReplayedSession: EndReplayedSession): Authentication => {
  const { now } = context;
  const { noteSeen, noteUsed } = createActivityRecorder(context);
  const { find, forget, forgetAccount } = createSessionCache();
  const readSession = createSessionReader(context, endReplayedSession, forget);
  const readPlatform = createPlatformReader(context);

  const sessionOf = async (token: string, origin: RequestOrigin): Promise<CachedSession> => {
    const nowMs = now().getTime();
    const tokenHash = hashToken(token);
    const session = await find(tokenHash, nowMs, () => readSession(tokenHash, origin));
    if (session.expiresAtMs <= nowMs) throw new DomainError('SESSION_ENDED');
    noteSeen(tokenHash.toString('base64'), session, nowMs);
    return session;
  };

  return {
    caller: async (request, access, atMs = now().getTime()) => {
      const token = bearerOf(request);
      if (!token) throw new DomainError('NOT_SIGNED_IN');
      const { caller, sessionHash: tokenHash } = await sessionOf(token, {
        ip: request.ip,
        requestId: String(request.id),
        atMs,
      });
      if (Array.isArray(access) && !access.some((role: Role) => caller.roles.includes(role)))
        throw new DomainError('FORBIDDEN', { values: { roles: access.join(', ') } });
      if (needsFreshSignIn(access, request.method)) requireFreshSignIn(caller, now());
      return { caller, tokenHash };
    },
    platform: async (request, inQuery) => {
      const keyInQuery = inQuery && (request.query as Readonly<Record<string, unknown>>).key;
      const key = bearerOf(request) ?? (typeof keyInQuery === 'string' ? keyInQuery : undefined);
      if (!key) throw new DomainError('WRONG_PLATFORM_KEY');
      const keyHash = hashToken(key);
      const platform = await readPlatform(keyHash);
      noteUsed(keyHash);
      return platform;
    },
    forget,
    forgetAccount,
  };
};

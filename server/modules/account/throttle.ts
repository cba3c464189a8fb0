import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { type RawBuilder, sql } from 'kysely';
import { normaliseEmail } from '../../../src/schema/kinds/email.ts';
import { hourMs, minuteMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';

/** Returns the network that one caller controls: a single IPv4 address, or an IPv6 network of 64 bits. */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map(part => part.toString(16))
        .join(':')}::/64`
    : address.toString();
};

const quarterHourMs = 15 * minuteMs;

/** Maximum number of tries and length of the time window, by kind of counter. */
const attemptLimits = {
  loginFromAddress: { maxTries: 10, windowMs: quarterHourMs },
  login: { maxTries: 20, windowMs: quarterHourMs },
  address: { maxTries: 50, windowMs: quarterHourMs },
  /** Sign-ins of an account from a browser that it has used. Strangers cannot use these up. */
  knownBrowser: { maxTries: 10, windowMs: quarterHourMs },
  password: { maxTries: 10, windowMs: quarterHourMs },
  linkUse: { maxTries: 50, windowMs: quarterHourMs },
  resetLink: { maxTries: 5, windowMs: hourMs },
  resetLinkFromAddress: { maxTries: 60, windowMs: hourMs },
  registration: { maxTries: 10, windowMs: quarterHourMs },
  accountMails: { maxTries: 5, windowMs: hourMs },
  accountMailsOverLimit: { maxTries: 1, windowMs: 5 * minuteMs },
  credentials: { maxTries: 3, windowMs: hourMs },
  managerMails: { maxTries: 20, windowMs: hourMs },
  /** Openings of pages for clients. */
  handout: { maxTries: 120, windowMs: quarterHourMs },
  challenges: { maxTries: 60, windowMs: hourMs },
} as const;

export interface Counter {
  readonly key: string;
  readonly maxTries: number;
  readonly windowMs: number;
}

/**
 * Returns a counter. Its key is the hash of a JSON array, so that different values never collide, whatever is typed as
 * a login.
 */
const makeCounter = (kind: keyof typeof attemptLimits, ...keyParts: readonly (string | number)[]): Counter => ({
  key: createHash('sha256')
    .update(JSON.stringify([kind, ...keyParts]))
    .digest('hex'),
  ...attemptLimits[kind],
});

export const attemptCounters = {
  login: (login: string, ip: string): readonly Counter[] => [
    makeCounter('loginFromAddress', normaliseEmail(login), networkOf(ip)),
    makeCounter('login', normaliseEmail(login)),
  ],
  address: (ip: string) => [makeCounter('address', networkOf(ip))],
  // The key of the counter contains the time of the account's last sign-in in this browser. The browser's secret is
  // unsuitable, because it changes when other accounts sign in.
  knownBrowser: (seenAt: string, accountId: number) => [makeCounter('knownBrowser', seenAt, accountId)],
  password: (accountId: number) => [makeCounter('password', accountId)],
  linkUse: (ip: string) => [makeCounter('linkUse', networkOf(ip))],
  resetLink: (login: string, ip: string) => [
    makeCounter('resetLink', normaliseEmail(login), networkOf(ip)),
    makeCounter('resetLinkFromAddress', networkOf(ip)),
  ],
  registration: (ip: string) => [makeCounter('registration', networkOf(ip))],
  accountMails: (accountId: number) => [makeCounter('accountMails', accountId)],
  accountMailsOverLimit: (accountId: number) => [makeCounter('accountMailsOverLimit', accountId)],
  credentials: (accountId: number) => [makeCounter('credentials', accountId)],
  handout: (ip: string) => [makeCounter('handout', networkOf(ip))],
  managerMails: (companyId: number) => [makeCounter('managerMails', companyId)],
  challenges: (companyId: number) => [makeCounter('challenges', companyId)],
} as const;

const keysOf = (counters: readonly Counter[]): RawBuilder<string[]> => sql`${counters.map(({ key }) => key)}::text[]`;

/** Moment, ms since 1970, at which the last exhausted counter resets. Undefined if no counter is exhausted. */
const exhaustedUntil = (
  counters: readonly Counter[],
  rows: readonly { readonly key: string; readonly tries: number; readonly window_ends_at: string }[],
  isExhausted: (tries: number, maxTries: number) => boolean,
): number | undefined => {
  const windowEndsMs = rows.flatMap(row => {
    const maxTries = counters.find(({ key }) => key === row.key)?.maxTries ?? 0;
    return isExhausted(row.tries, maxTries) ? [Date.parse(row.window_ends_at)] : [];
  });
  return windowEndsMs.length > 0 ? Math.max(...windowEndsMs) : undefined;
};

/** Gives tries back after attempts that were successful or not processed. */
export const refundTries = async ({ db, now }: Context, counters: readonly Counter[]): Promise<void> => {
  // Rows are locked in one order everywhere to avoid deadlocks.
  await sql`
    with own as (
      select key from sign_in_failure where key = any(${keysOf(counters)}) and window_ends_at > ${now()} and tries > 0
      order by key collate "C" for update)
    update sign_in_failure set tries = tries - 1 from own where sign_in_failure.key = own.key`.execute(db);
};

/**
 * Takes a try from all counters or none. Returns when to retry if one is exhausted.
 * Runs before the password check, so that concurrent tries count.
 */
const consumeTries = async (context: Context, counters: readonly Counter[]): Promise<number | undefined> => {
  const { db, now } = context;
  const at = now();
  // The counters are read before anything is written. A refused caller then writes no row and uses up no tries of
  // others.
  const rowsBefore = await db
    .selectFrom('sign_in_failure')
    .select(['key', 'tries', 'window_ends_at'])
    .where(sql<boolean>`key = any(${keysOf(counters)})`)
    .where('window_ends_at', '>', at.toISOString())
    .execute();
  const blockedUntilMs = exhaustedUntil(counters, rowsBefore, (tries, maxTries) => tries >= maxTries);
  if (blockedUntilMs !== undefined) return blockedUntilMs;
  const values = counters.map(({ key, windowMs }) => ({
    key,
    tries: 1,
    window_ends_at: new Date(at.getTime() + windowMs),
  }));
  const rowsAfter = await db
    .insertInto('sign_in_failure')
    .values(values.sort((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        tries: sql<number>`case when sign_in_failure.window_ends_at <= ${at} then 1 else sign_in_failure.tries + 1 end`,
        window_ends_at: sql<string>`case when sign_in_failure.window_ends_at <= ${at} then excluded.window_ends_at
          else sign_in_failure.window_ends_at end`,
      }),
    )
    .returning(['key', 'tries', 'window_ends_at'])
    .execute();
  const exceededUntilMs = exhaustedUntil(counters, rowsAfter, (tries, maxTries) => tries > maxTries);
  if (exceededUntilMs !== undefined) await refundTries(context, counters);
  return exceededUntilMs;
};

/** Takes a try of each counter. Throws with the time to wait if one is exhausted. */
export const takeTry = async (context: Context, counters: readonly Counter[]): Promise<void> => {
  const retryAtMs = await consumeTries(context, counters);
  if (retryAtMs === undefined) return;
  const retryAfterS = Math.max(1, Math.ceil((retryAtMs - context.now().getTime()) / 1000));
  throw new DomainError('TOO_MANY_TRIES', { retryAfterS, values: { minutes: Math.ceil(retryAfterS / 60) } });
};

/**
 * Returns an error handler, which rethrows the error. It first gives the tries back if no password was checked, because
 * no slot for hashing became free in time.
 */
export const refundIfOverloaded =
  (context: Context, counters: readonly Counter[]) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof DomainError && error.code === 'OVERLOADED') await refundTries(context, counters);
    throw error;
  };

/**
 * Whether an account may get another mail that a stranger requested. Five an hour are allowed, and then one in five
 * minutes. So owners get their mail, or got an equally good one within the last five minutes.
 */
export const mayMailAccount = async (context: Context, accountId: number): Promise<boolean> =>
  (await consumeTries(context, attemptCounters.accountMails(accountId))) === undefined ||
  (await consumeTries(context, attemptCounters.accountMailsOverLimit(accountId))) === undefined;

export const mayMailManagers = async (context: Context, companyId: number): Promise<boolean> =>
  (await consumeTries(context, attemptCounters.managerMails(companyId))) === undefined;

/** Resets the counters of failed sign-ins for a person who has proved their identity in another way. */
export const resetTries = async ({ db }: Context, counters: readonly Counter[]): Promise<void> => {
  await sql`
    delete from sign_in_failure where key in (
      select key from sign_in_failure where key = any(${keysOf(counters)}) order by key collate "C" for update)`.execute(
    db,
  );
};

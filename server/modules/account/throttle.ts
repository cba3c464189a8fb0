import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { normaliseEmail } from '../../../src/schema/kinds/email.ts';
import { hourMs, minuteMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import { networkOf } from '../../domain/network.ts';
import { DomainError } from '../../errors.ts';

const quarterMs = 15 * minuteMs;

/** Maximum number of tries and length of the time window, by kind of counter. */
const limits = {
  /** Sign-ins: per login and address, per login, per address. */
  loginFromAddress: { most: 10, windowMs: quarterMs },
  login: { most: 20, windowMs: quarterMs },
  address: { most: 50, windowMs: quarterMs },
  /** Sign-ins of an account from a browser that it has used. Strangers cannot use these up. */
  knownBrowser: { most: 10, windowMs: quarterMs },
  password: { most: 10, windowMs: quarterMs },
  linkUse: { most: 50, windowMs: quarterMs },
  forgotten: { most: 5, windowMs: hourMs },
  forgottenFromAddress: { most: 60, windowMs: hourMs },
  registration: { most: 10, windowMs: quarterMs },
  letters: { most: 5, windowMs: hourMs },
  furtherLetters: { most: 1, windowMs: 5 * minuteMs },
  credentials: { most: 3, windowMs: hourMs },
  lettersToManagers: { most: 20, windowMs: hourMs },
  challenges: { most: 60, windowMs: hourMs },
} as const;

/** A counter of tries. */
export interface Counter {
  readonly key: string;
  readonly most: number;
  readonly windowMs: number;
}

/**
 * Returns a counter. Its key is the hash of a JSON array, so that different values never collide, whatever is typed as
 * a login.
 */
const counter = (kind: keyof typeof limits, ...of: readonly (string | number)[]): Counter => ({
  key: createHash('sha256')
    .update(JSON.stringify([kind, ...of]))
    .digest('hex'),
  ...limits[kind],
});

export const attemptCounters = {
  login: (login: string, ip: string): readonly Counter[] => [
    counter('loginFromAddress', normaliseEmail(login), networkOf(ip)),
    counter('login', normaliseEmail(login)),
  ],
  address: (ip: string) => [counter('address', networkOf(ip))],
  // The key contains the time of the account's last sign-in in this browser. The browser's secret would change when
  // other accounts sign in.
  knownBrowser: (seenAt: string, accountId: number) => [counter('knownBrowser', seenAt, accountId)],
  password: (accountId: number) => [counter('password', accountId)],
  linkUse: (ip: string) => [counter('linkUse', networkOf(ip))],
  forgotten: (login: string, ip: string) => [
    counter('forgotten', normaliseEmail(login), networkOf(ip)),
    counter('forgottenFromAddress', networkOf(ip)),
  ],
  registration: (ip: string) => [counter('registration', networkOf(ip))],
  letters: (accountId: number) => [counter('letters', accountId)],
  furtherLetters: (accountId: number) => [counter('furtherLetters', accountId)],
  /** Counts the links that managers send to one account. */
  credentials: (accountId: number) => [counter('credentials', accountId)],
  lettersToManagers: (companyId: number) => [counter('lettersToManagers', companyId)],
  /** Counts the challenges that a company sends to addresses of new webhooks. */
  challenges: (companyId: number) => [counter('challenges', companyId)],
} as const;

const keysOf = (all: readonly Counter[]): RawBuilder<string[]> => sql`${all.map(({ key }) => key)}::text[]`;

/** Time at which the last exhausted counter resets. Undefined if no counter is exhausted. */
const usedUpUntil = (
  all: readonly Counter[],
  rows: readonly { readonly key: string; readonly tries: number; readonly window_ends_at: string }[],
  used: (tries: number, most: number) => boolean,
): number | undefined => {
  const ends = rows.flatMap(row => {
    const most = all.find(({ key }) => key === row.key)?.most ?? 0;
    return used(row.tries, most) ? [Date.parse(row.window_ends_at)] : [];
  });
  return ends.length > 0 ? Math.max(...ends) : undefined;
};

/** Gives tries back after attempts that were successful or not processed. */
export const refundTries = async ({ db, now }: Context, all: readonly Counter[]): Promise<void> => {
  // Rows are locked in one order everywhere to avoid deadlocks.
  await sql`
    with own as (
      select key from sign_in_failure where key = any(${keysOf(all)}) and window_ends_at > ${now()} and tries > 0
      order by key collate "C" for update)
    update sign_in_failure set tries = tries - 1 from own where sign_in_failure.key = own.key`.execute(db);
};

/**
 * Takes a try from all counters or none. Returns when to retry if one is exhausted.
 * Runs before the password check, so that concurrent tries count.
 */
const take = async (context: Context, all: readonly Counter[]): Promise<number | undefined> => {
  const { db, now } = context;
  const at = now();
  // The counters are read before anything is written. A refused caller then writes no row and uses up no tries of
  // others.
  const before = await db
    .selectFrom('sign_in_failure')
    .select(['key', 'tries', 'window_ends_at'])
    .where(sql<boolean>`key = any(${keysOf(all)})`)
    .where('window_ends_at', '>', at.toISOString())
    .execute();
  const refused = usedUpUntil(all, before, (tries, most) => tries >= most);
  if (refused !== undefined) return refused;
  const values = all.map(({ key, windowMs }) => ({ key, tries: 1, window_ends_at: new Date(at.getTime() + windowMs) }));
  const after = await db
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
  const tooMany = usedUpUntil(all, after, (tries, most) => tries > most);
  if (tooMany !== undefined) await refundTries(context, all);
  return tooMany;
};

/** Takes a try of each counter. Throws with the time to wait if one is exhausted. */
export const takeTry = async (context: Context, all: readonly Counter[]): Promise<void> => {
  const until = await take(context, all);
  if (until === undefined) return;
  const retryAfterS = Math.max(1, Math.ceil((until - context.now().getTime()) / 1000));
  throw new DomainError('TOO_MANY_TRIES', { retryAfterS, values: { minutes: Math.ceil(retryAfterS / 60) } });
};

/** Gives the tries back if the password was not checked, because no slot became free in time. */
export const returnTries =
  (context: Context, all: readonly Counter[]) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof DomainError && error.code === 'OVERLOADED') await refundTries(context, all);
    throw error;
  };

/**
 * Whether an account may get another mail that a stranger requested. Five an hour are allowed, and then one in five
 * minutes. So owners get their mail, or got an equally good one within the last five minutes.
 */
export const mayWriteTo = async (context: Context, accountId: number): Promise<boolean> =>
  (await take(context, attemptCounters.letters(accountId))) === undefined ||
  (await take(context, attemptCounters.furtherLetters(accountId))) === undefined;

export const mayWriteToManagers = async (context: Context, companyId: number): Promise<boolean> =>
  (await take(context, attemptCounters.lettersToManagers(companyId))) === undefined;

/** Resets the counters of a person who has proved their identity in another way. */
export const forgiveTries = async ({ db }: Context, all: readonly Counter[]): Promise<void> => {
  await sql`
    delete from sign_in_failure where key in (
      select key from sign_in_failure where key = any(${keysOf(all)}) order by key collate "C" for update)`.execute(db);
};

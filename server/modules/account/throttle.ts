import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import { networkOf } from '../../domain/network.ts';
import { DomainError } from '../../errors.ts';
import { asTyped } from './who.ts';

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;

/** How many of a kind in how long. */
const limits = {
  /** Sign-ins: of one login from one address; of one login from wherever; from one address, whomever as. */
  loginFromAddress: { most: 10, windowMs: quarterMs },
  login: { most: 20, windowMs: quarterMs },
  address: { most: 50, windowMs: quarterMs },
  /** Sign-ins of an account in a browser it has used before: nobody else can use these up. */
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
} as const;

/** What tries are counted by. */
export interface Counter {
  readonly key: string;
  readonly most: number;
  readonly windowMs: number;
}

/** As JSON no two lists of values read alike, whatever somebody types as a login. */
const counter = (kind: keyof typeof limits, ...of: readonly (string | number)[]): Counter => ({
  key: createHash('sha256')
    .update(JSON.stringify([kind, ...of]))
    .digest('hex'),
  ...limits[kind],
});

export const counters = {
  login: (login: string, ip: string): readonly Counter[] => [
    counter('loginFromAddress', asTyped(login), networkOf(ip)),
    counter('login', asTyped(login)),
  ],
  address: (ip: string) => [counter('address', networkOf(ip))],
  // By the account's last sign-in there and not by the secret, which others who sign in there change.
  knownBrowser: (seenAt: string, accountId: number) => [counter('knownBrowser', seenAt, accountId)],
  password: (accountId: number) => [counter('password', accountId)],
  linkUse: (ip: string) => [counter('linkUse', networkOf(ip))],
  forgotten: (login: string, ip: string) => [
    counter('forgotten', asTyped(login), networkOf(ip)),
    counter('forgottenFromAddress', networkOf(ip)),
  ],
  registration: (ip: string) => [counter('registration', networkOf(ip))],
  letters: (accountId: number) => [counter('letters', accountId)],
  furtherLetters: (accountId: number) => [counter('furtherLetters', accountId)],
  /** Links that managers send to one account. */
  credentials: (accountId: number) => [counter('credentials', accountId)],
  lettersToManagers: (companyId: number) => [counter('lettersToManagers', companyId)],
} as const;

const keysOf = (all: readonly Counter[]): RawBuilder<string[]> => sql`${all.map(({ key }) => key)}::text[]`;

/** When the last of those that are used up begins anew; undefined while there is a try left in each. */
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

/** Takes tries back: of those that were good, and of those that were refused. */
export const refundTries = async ({ db, now }: Context, all: readonly Counter[]): Promise<void> => {
  // Rows are locked in one order everywhere, so that no two wait for each other.
  await sql`
    with own as (
      select key from sign_in_failure where key = any(${keysOf(all)}) and window_ends_at > ${now()} and tries > 0
      order by key collate "C" for update)
    update sign_in_failure set tries = tries - 1 from own where sign_in_failure.key = own.key`.execute(db);
};

/**
 * Takes a try of each counter, of all or of none; answers the moment to come again if one is used up. It is taken before
 * the password is looked at, so that tries made at the same moment count.
 */
const take = async (context: Context, all: readonly Counter[]): Promise<number | undefined> => {
  const { db, now } = context;
  const at = now();
  // Looking first: who is refused leaves no row, and uses up nothing that others need.
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

/** Takes a try of each counter, or refuses with the time to wait. */
export const takeTry = async (context: Context, all: readonly Counter[]): Promise<void> => {
  const until = await take(context, all);
  if (until === undefined) return;
  const retryAfterS = Math.max(1, Math.ceil((until - context.now().getTime()) / 1000));
  throw new DomainError('TOO_MANY_TRIES', { retryAfterS, values: { minutes: Math.ceil(retryAfterS / 60) } });
};

/**
 * Whether an account may be sent one more letter that somebody unknown asked for: five in an hour, and then one in five
 * minutes. So whoever asks for their own gets it, or has got one that is as good within the last five minutes.
 */
export const mayWriteTo = async (context: Context, accountId: number): Promise<boolean> =>
  (await take(context, counters.letters(accountId))) === undefined ||
  (await take(context, counters.furtherLetters(accountId))) === undefined;

export const mayWriteToManagers = async (context: Context, companyId: number): Promise<boolean> =>
  (await take(context, counters.lettersToManagers(companyId))) === undefined;

/** Begins anew: whoever these tries are counted by has proved who they are in another way. */
export const forgiveTries = async ({ db }: Context, all: readonly Counter[]): Promise<void> => {
  await sql`
    delete from sign_in_failure where key in (
      select key from sign_in_failure where key = any(${keysOf(all)}) order by key collate "C" for update)`.execute(db);
};

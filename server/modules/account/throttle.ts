import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';

/** Failed tries in a row for one login from one address, and how long they count. */
const triesAllowed = 10;
const windowMs = 15 * 60_000;

const keyOf = (login: string, ip: string): string =>
  createHash('sha256').update(`${login.trim().toLowerCase()}\n${ip}`).digest('hex');

/**
 * Takes one try before the password is looked at, so that tries made at the same moment are counted too. Refuses with
 * the waiting time when none is left.
 */
export const takeTry = async ({ db, now }: Context, login: string, ip: string): Promise<void> => {
  const at = now();
  const row = await db
    .insertInto('sign_in_failure')
    .values({ key: keyOf(login, ip), tries: 1, window_ends_at: new Date(at.getTime() + windowMs) })
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        tries: sql<number>`case when sign_in_failure.window_ends_at <= ${at} then 1 else sign_in_failure.tries + 1 end`,
        window_ends_at: sql<string>`case when sign_in_failure.window_ends_at <= ${at} then excluded.window_ends_at
          else sign_in_failure.window_ends_at end`,
      }),
    )
    .returning(['tries', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  if (row.tries <= triesAllowed) return;
  const retryAfterS = Math.ceil((Date.parse(row.window_ends_at) - at.getTime()) / 1000);
  throw new DomainError('TOO_MANY_TRIES', { retryAfterS, values: { minutes: Math.ceil(retryAfterS / 60) } });
};

export const forgiveTries = async ({ db }: Context, login: string, ip: string): Promise<void> => {
  await db.deleteFrom('sign_in_failure').where('key', '=', keyOf(login, ip)).execute();
};

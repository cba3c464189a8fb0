import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Db } from '../../db/connect.ts';

/** A login as it is compared and counted. */
export const asTyped = (login: string): string => login.trim().toLowerCase();

/** The account behind a login, in whatever capitals it was typed. */
export const readByLogin = (db: Db, login: string) =>
  db
    .selectFrom('account')
    .innerJoin('company', 'company.id', 'account.company_id')
    .select([
      'account.id',
      'account.company_id',
      'email',
      'full_name',
      'locale',
      'password_hash',
      'blocked_at',
      'settings',
    ])
    // Nobody gets into a closed company, nor is written to.
    .select('company.closed_at')
    .where(eb => eb(eb.fn<string>('lower', ['email']), '=', asTyped(login)))
    .executeTakeFirst();

export type KnownAccount = NonNullable<Awaited<ReturnType<typeof readByLogin>>>;

export const localeOf = ({ locale }: { readonly locale: string }): Locale => (locale === 'en' ? 'en' : 'ru');

import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Db } from '../../db/connect.ts';

/** The account behind a login, in whatever capitals it was typed. */
export const readByLogin = (db: Db, login: string) =>
  db
    .selectFrom('account')
    .select(['id', 'company_id', 'email', 'full_name', 'locale', 'password_hash', 'blocked_at', 'settings'])
    .where(eb => eb(eb.fn<string>('lower', ['email']), '=', login.trim().toLowerCase()))
    .executeTakeFirst();

export const localeOf = ({ locale }: { readonly locale: string }): Locale => (locale === 'en' ? 'en' : 'ru');

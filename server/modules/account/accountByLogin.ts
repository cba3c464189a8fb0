import type { Locale } from '../../../src/contract/messages/index.ts';
import { normaliseEmail } from '../../../src/schema/kinds/email.ts';
import type { Db } from '../../db/connect.ts';

export const readAccountByLogin = (db: Db, login: string) =>
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
      'roles',
    ])
    // The closing date is read, because a closed company sends no mail and its accounts cannot sign in.
    .select('company.closed_at')
    .where(eb => eb(eb.fn<string>('lower', ['email']), '=', normaliseEmail(login)))
    .executeTakeFirst();

export type KnownAccount = NonNullable<Awaited<ReturnType<typeof readAccountByLogin>>>;

export const localeOf = ({ locale }: { readonly locale: string }): Locale => (locale === 'en' ? 'en' : 'ru');

import { type SelectQueryBuilder, sql } from 'kysely';
import type { BodyFor } from '../../../src/contract/index.ts';
import { normaliseEmail } from '../../../src/schema/kinds/email.ts';
import { tidy } from '../../../src/schema/kinds/plain.ts';
import type { Context, Request } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Database } from '../../db/types.ts';
import { DomainError } from '../../errors.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import { localeOf, readByLogin } from './accountByLogin.ts';
import { asUnknownPerson } from './author.ts';
import { readPhone } from './phone.ts';
import { wantsNotification } from './settings.ts';
import { attemptCounters, mayWriteTo, mayWriteToManagers, takeTry } from './throttle.ts';

type Wish = BodyFor<'POST /api/v2/Account/register'>;
type Asking = Pick<Request, 'ip' | 'requestId' | 'locale'>;

/** Maximum number of pending requests per company. Protects against floods of requests. */
const pendingAtMost = 200;

// Names are compared without quotes and legal form, because people write these in many ways: «Вектор Авто», ООО "Вектор
// Авто", Vektor Avto LLC.
const bareName = (text: string): string =>
  text
    .replace(/[«»"'“”„]/g, ' ')
    .replace(/(?<![\p{L}\d])(ООО|ОАО|ПАО|АО|ЗАО|ИП|LLC|Ltd|Inc)(?![\p{L}\d])\.?/giu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const findCompany = async ({ db }: Context, name: string) => {
  const rows = await db
    .selectFrom('company')
    .select(['id', 'name'])
    .where(sql`search_key(name)`, '=', sql`search_key(${bareName(name)})`)
    .where('closed_at', 'is', null)
    .limit(2)
    .execute();
  // Undefined if several companies have the same name without quotes and legal form.
  return rows.length === 1 ? rows[0] : undefined;
};

const isManager = <O>(query: SelectQueryBuilder<Database, 'account', O>) =>
  query.where(sql<boolean>`roles && array['MANAGER', 'SUPERUSER']`).where('blocked_at', 'is', null);

const tellManagers = async (context: Context, company: { id: number; name: string }, wish: Wish) => {
  const { db, site } = context;
  // Without a mail the managers still find the request in their list.
  if (!(await mayWriteToManagers(context, company.id))) return;
  const managers = await isManager(db.selectFrom('account').select(['email', 'locale', 'settings']))
    .where('company_id', '=', company.id)
    .execute();
  for (const manager of managers.filter(({ settings }) => wantsNotification(settings, 'Registrations'))) {
    const letter = writeLetter('registration', {
      to: manager.email,
      locale: localeOf(manager),
      values: { applicant: wish.FullName, email: wish.Email, company: company.name },
      url: `${site.publicUrl}/cabinet/users/registrations/`,
    });
    await queueLetter(context, letter);
  }
};

type There = NonNullable<Awaited<ReturnType<typeof readByLogin>>>;

const tellOwner = async (context: Context, account: There): Promise<void> => {
  if (account.closed_at || !(await mayWriteTo(context, account.id))) return;
  await queueLetter(
    context,
    writeLetter('alreadyThere', {
      to: account.email,
      locale: localeOf(account),
      values: { email: account.email },
      url: `${context.site.publicUrl}/auth/forgot`,
    }),
  );
};

const writeDown = async (context: Context, wish: Wish, asking: Asking): Promise<void> => {
  const company = await findCompany(context, wish.CompanyName);
  if (!company) return;
  const existing = await readByLogin(context.db, wish.Email);
  if (existing) return tellOwner(context, existing);
  const written = await inTransaction(context.db, asUnknownPerson(context, company.id, asking), async tx => {
    const { waiting } = await tx.db
      .selectFrom('registration')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('company_id', '=', company.id)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    if (waiting >= pendingAtMost) return undefined;
    const row = await tx.db
      .insertInto('registration')
      .values({
        company_id: company.id,
        email: wish.Email,
        full_name: tidy(wish.FullName),
        phone: readPhone(wish.Phone),
        locale: asking.locale,
        created_at: context.now(),
      })
      // Repeated requests are merged.
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row) {
      const changes = [{ field: 'Email', before: null, after: wish.Email }];
      await tx.audit({ entity: 'registration', entityId: row.id, action: 'create', changes });
    }
    return row;
  });
  if (written) await tellManagers(context, company, wish);
};

/**
 * Accepts a request for an account. The answer is always the same and is sent before the work, so it does not reveal
 * whether the company or account exists.
 */
export const register = async (context: Context, wish: Wish, asking: Asking) => {
  if (!context.site.registration) throw new DomainError('TURNED_OFF');
  readPhone(wish.Phone);
  await takeTry(context, attemptCounters.registration(asking.ip));
  const written = { ...wish, Email: normaliseEmail(wish.Email) };
  context.deferred('write down a request for an account', () => writeDown(context, written, asking));
  return { Done: true as const };
};

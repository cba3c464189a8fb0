import { type SelectQueryBuilder, sql } from 'kysely';
import type { BodyFor } from '../../../src/contract/index.ts';
import { normaliseEmail } from '../../../src/schema/kinds/email.ts';
import type { Context, Request } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Database } from '../../db/types.ts';
import { parseName } from '../../engine/validation.ts';
import { DomainError } from '../../errors.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import { localeOf, readAccountByLogin } from './accountByLogin.ts';
import { makeUnknownAuthor } from './author.ts';
import { parsePhone } from './phone.ts';
import { wantsNotification } from './settings.ts';
import { attemptCounters, mayMailAccount, mayMailManagers, takeTry } from './throttle.ts';

type RegistrationForm = BodyFor<'POST /api/v2/Account/register'>;
type RegistrationRequest = Pick<Request, 'ip' | 'requestId' | 'locale'>;

/** Maximum number of pending requests for an account per company. It limits floods of requests. */
const maxPending = 200;

// Names are compared without quotes and legal form, because people write these in many ways: «Вектор Авто», ООО "Вектор
// Авто", Vektor Avto LLC.
const stripLegalForm = (text: string): string =>
  text
    .replace(/[«»"'“”„]/g, ' ')
    .replace(/(?<![\p{L}\d])(ООО|ОАО|ПАО|АО|ЗАО|ИП|LLC|Ltd|Inc)(?![\p{L}\d])\.?/giu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const findCompany = async ({ db }: Context, name: string) => {
  const rows = await db
    .selectFrom('company')
    .select(['id', 'name'])
    .where(sql`search_key(name)`, '=', sql`search_key(${stripLegalForm(name)})`)
    .where('closed_at', 'is', null)
    .limit(2)
    .execute();
  // Undefined if several companies have the same name without quotes and legal form.
  return rows.length === 1 ? rows[0] : undefined;
};

const whereActiveManager = <O>(query: SelectQueryBuilder<Database, 'account', O>) =>
  query.where(sql<boolean>`roles && array['MANAGER', 'SUPERUSER']`).where('blocked_at', 'is', null);

const notifyManagers = async (context: Context, company: { id: number; name: string }, form: RegistrationForm) => {
  const { db, site } = context;
  // If no mail may be sent, the managers still find the request in their list.
  if (!(await mayMailManagers(context, company.id))) return;
  const managers = await whereActiveManager(db.selectFrom('account').select(['email', 'locale', 'settings']))
    .where('company_id', '=', company.id)
    .execute();
  for (const manager of managers.filter(({ settings }) => wantsNotification(settings, 'Registrations'))) {
    const letter = writeLetter('registration', {
      to: manager.email,
      locale: localeOf(manager),
      values: { applicant: form.FullName, email: form.Email, company: company.name },
      url: `${site.publicUrl}/cabinet/users/registrations/`,
    });
    await queueLetter(context, letter);
  }
};

type ExistingAccount = NonNullable<Awaited<ReturnType<typeof readAccountByLogin>>>;

const notifyExistingOwner = async (context: Context, account: ExistingAccount): Promise<void> => {
  if (account.closed_at || !(await mayMailAccount(context, account.id))) return;
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

const storeRegistration = async (
  context: Context,
  form: RegistrationForm,
  request: RegistrationRequest,
): Promise<void> => {
  const company = await findCompany(context, form.CompanyName);
  if (!company) return;
  const existing = await readAccountByLogin(context.db, form.Email);
  if (existing) return notifyExistingOwner(context, existing);
  const stored = await inTransaction(context.db, makeUnknownAuthor(context, company.id, request), async tx => {
    const { pendingCount } = await tx.db
      .selectFrom('registration')
      .select(({ fn }) => fn.countAll<number>().as('pendingCount'))
      .where('company_id', '=', company.id)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    if (pendingCount >= maxPending) return undefined;
    const row = await tx.db
      .insertInto('registration')
      .values({
        company_id: company.id,
        email: form.Email,
        full_name: form.FullName,
        phone: parsePhone(form.Phone),
        locale: request.locale,
        created_at: context.now(),
      })
      // A repeated request for an account is not stored twice.
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row) {
      const changes = [{ field: 'Email', before: null, after: form.Email }];
      await tx.audit({ entity: 'registration', entityId: row.id, action: 'create', changes });
    }
    return row;
  });
  if (stored) await notifyManagers(context, company, form);
};

/**
 * Accepts a request for an account. The answer is always the same and is sent before the work, so it does not reveal
 * whether the company or account exists.
 */
export const register = async (context: Context, form: RegistrationForm, request: RegistrationRequest) => {
  if (!context.site.registration) throw new DomainError('TURNED_OFF');
  parsePhone(form.Phone);
  const names = { FullName: parseName('FullName', form.FullName), Email: normaliseEmail(form.Email) };
  await takeTry(context, attemptCounters.registration(request.ip));
  const normalisedForm = { ...form, ...names };
  context.defer('write down a request for an account', () => storeRegistration(context, normalisedForm, request));
  return { Done: true as const };
};

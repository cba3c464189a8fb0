import type { BodyFor } from '../../../src/contract/index.ts';
import { normaliseEmail } from '../../../src/schema/kinds/email.ts';
import type { Context, Request } from '../../context.ts';
import { constraintOf } from '../../db/constraint.ts';
import { isTimeZone } from '../../domain/time-zone.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { readRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { updateRecord } from '../../engine/table/saving.ts';
import { parseName } from '../../engine/validation.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { addAccount, createPasswordLink, sendInvitation } from '../account/service.ts';
import { companiesTable } from './table.ts';

type CompanyRequest = Request<'POST /api/insurancecompany'>;
type Body = BodyFor<'POST /api/insurancecompany'>;

interface NewCompany {
  readonly name: string;
  readonly timeZone: string;
  readonly manager: NonNullable<Body['Manager']>;
}

const parseNewCompany = ({ Name = '', TimeZone = 'Europe/Moscow', Manager }: Body): NewCompany => {
  const name = parseName('Name', Name);
  if (!Manager) throw invalid({ field: 'Manager', message: 'required' });
  const managerName = parseName('Manager.FullName', Manager.FullName);
  if (!isTimeZone(TimeZone)) throw invalid({ field: 'TimeZone', message: 'timeZone' });
  return { name, timeZone: TimeZone, manager: { ...Manager, FullName: managerName } };
};

const insertCompany = async ({ db }: Tx, { name, timeZone }: NewCompany): Promise<number> => {
  const { id } = await db
    .insertInto('company')
    .values({ name, time_zone: timeZone })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(error => {
      const fields = [{ field: 'Name', message: 'taken', values: { value: name } }] as const;
      throw constraintOf(error) === 'company_name'
        ? new DomainError('TAKEN', { values: { value: name }, fields })
        : error;
    });
  return id;
};

/** Creates a company and invites its first manager. The creator gets only the company's number. */
const createCompany = async (context: Context, { change, body, locale }: CompanyRequest) => {
  const company = parseNewCompany(body);
  return change(async tx => {
    const id = await insertCompany(tx, company);
    const [email, name] = [normaliseEmail(company.manager.Email), company.manager.FullName];
    const manager = { email, fullName: name, roles: ['MANAGER'] as const };
    const accountId = await addAccount(tx, { ...manager, companyId: id, locale }, 'Manager.Email');
    const changes = [{ field: 'Name', before: null, after: company.name }];
    await tx.audit({ entity: 'company', entityId: id, action: 'create', changes });
    const url = await createPasswordLink(context, tx, accountId, 'invite');
    await sendInvitation(tx, { companyId: id, accountId, to: email, locale, name, company: company.name, url });
    return { Id: id };
  });
};

/** Changes the caller's own company. Throws 404 for another one. */
const updateCompany = (context: Context, dictionaries: Dictionaries, request: CompanyRequest, id: number) =>
  request.change(async tx => {
    const { Name, TimeZone, Manager } = request.body;
    if (Manager) throw invalid({ field: 'Manager', message: 'unknown' });
    const requestContext = toRequestContext(context, dictionaries, request);
    const { Version } = await readRecord(tx.db, companiesTable, requestContext, id);
    const values = { ...(Name !== undefined && { Name }), ...(TimeZone !== undefined && { TimeZone }) };
    await updateRecord(tx, companiesTable, requestContext, id, { ...values, Version });
    return { Id: id };
  });

export const saveCompany = (context: Context, dictionaries: Dictionaries, request: CompanyRequest) =>
  request.body.Id === undefined
    ? createCompany(context, request)
    : updateCompany(context, dictionaries, request, request.body.Id);

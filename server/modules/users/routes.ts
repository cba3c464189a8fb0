import type { Role } from '../../../src/contract/access.ts';
import type { RecordOf } from '../../../src/contract/call.ts';
import type { operatorCalls } from '../../../src/contract/calls/operators.ts';
import { operators } from '../../../src/resources/operators.ts';
import type { Context, HandledName, HandlersOf, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { type ActionServices, actionHandler } from '../../engine/table/actions.ts';
import { checkActionValues, normaliseActionValues } from '../../engine/table/actionValues.ts';
import { requireMayChange } from '../../engine/table/choiceRights.ts';
import type { PresentContext } from '../../engine/table/define.ts';
import { readRecord } from '../../engine/table/records.ts';
import { type DescribedRequest, toRequestContext } from '../../engine/table/requestContext.ts';
import { updateRecord } from '../../engine/table/saving.ts';
import { notFound } from '../../errors.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { createInvitedAccount, endOneSession, openSessions, sendInvitation } from '../account/service.ts';
import { operatorActions } from './actions.ts';
import { maskEmail } from './credentials.ts';
import { accountManagerRoles, lockManagers, requireAnotherWithRole, rolesOf } from './managers.ts';
import { operatorsTable } from './table.ts';

type CreateOperatorRequest = Pick<Request<'POST /api/v2/Operator'>, 'caller' | 'body' | 'change' | 'locale'>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const createOperator = async (
  context: Context,
  entries: PresentContext['entries'],
  { caller, body, change, locale }: CreateOperatorRequest,
) => {
  const values = normaliseActionValues(operators.fields, body);
  await checkActionValues(context.db, operators.fields, toRequestContext(context, entries, { caller, locale }), values);
  const roles = values.Roles as Role[];
  const fullName = [values.LastName, values.FirstName, values.MiddleName].filter(Boolean).join(' ');
  const email = textOf(values.Email);
  const newAccount = {
    companyId: caller.companyId,
    email,
    fullName,
    phone: textOf(values.Phone),
    occupation: textOf(values.Occupation),
    roles,
    locale,
  };
  return change(async tx => {
    requireMayChange(operators, await lockManagers(caller)(tx), { Roles: roles });
    const created = await createInvitedAccount(context, tx, newAccount);
    const invitation = {
      companyId: caller.companyId,
      accountId: created.id,
      to: email,
      locale,
      name: fullName,
      company: caller.companyName,
      url: created.url,
    };
    await sendInvitation(tx, invitation);
    return { Id: created.id };
  });
};

const readAccountRoles = async (db: Db, companyId: number, id: number): Promise<readonly string[]> => {
  const account = await db
    .selectFrom('account')
    .select('roles')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  return account.roles;
};

const listOperatorSessions = async (
  context: Context,
  { caller, params, tokenHash }: Request<'GET /api/v2/Operator/{id}/sessions'>,
) => {
  await readAccountRoles(context.db, caller.companyId, params.id);
  return openSessions(context, params.id, tokenHash);
};

const endOperatorSession = async (
  context: Context,
  authentication: Authentication,
  { caller, params, change }: Request<'DELETE /api/v2/Operator/{id}/sessions/{sessionId}'>,
) => {
  return change(async tx => {
    const Roles = await readAccountRoles(tx.db, caller.companyId, params.id);
    requireMayChange(operators, await lockManagers(caller)(tx), { Roles });
    await endOneSession(context, authentication, tx, params.id, params.sessionId);
    return { Done: true as const };
  });
};

type Operator = RecordOf<'operators'>;

/** Saves the fields of an operator's account that the company may change. */
const updateOperator = (
  context: Context,
  entries: PresentContext['entries'],
  request: Request<'PUT /api/v2/Operator/{id}'>,
): Promise<Operator> => {
  const { body, params, locale } = request;
  return request.change(async tx => {
    const caller = await lockManagers(request.caller)(tx);
    const requestContext = toRequestContext(context, entries, { caller, locale });
    const before = rolesOf(await readRecord(tx.db, operatorsTable, requestContext, params.id));
    const after = await updateRecord<Operator>(tx, operatorsTable, requestContext, params.id, { ...body });
    const revokedRoles = accountManagerRoles.filter(role => before.includes(role) && !after.Roles.includes(role));
    if (params.id === caller.accountId)
      for (const role of revokedRoles) await requireAnotherWithRole(tx, caller, role, locale);
    return after;
  });
};

export { operatorActions };

type CallName = keyof typeof operatorCalls & HandledName;

export const operatorHandlers = (services: ActionServices, authentication: Authentication): HandlersOf<CallName> => {
  const { context, entries } = services;
  const create = (request: CreateOperatorRequest) => createOperator(context, entries, request);
  const resend = actionHandler(services, operatorsTable, 'resend');
  return {
    'POST /api/v2/Operator': create,
    'POST /api/operator': create,
    'PUT /api/v2/Operator/{id}': async request => {
      const operator = await updateOperator(context, entries, request);
      authentication.forgetAccount(request.params.id);
      return operator;
    },
    'GET /api/resendcredentials': async request => {
      const actionRequest = { ...request, params: { id: request.query.operatorId }, query: {}, body: {} };
      const { Email } = (await resend(actionRequest satisfies DescribedRequest)) as { Email: string };
      return { SentTo: maskEmail(Email) };
    },
    'GET /api/v2/Operator/{id}/sessions': request => listOperatorSessions(context, request),
    'DELETE /api/v2/Operator/{id}/sessions/{sessionId}': request =>
      endOperatorSession(context, authentication, request),
  };
};

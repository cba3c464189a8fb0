import type { Role } from '../../../src/contract/access.ts';
import { operators } from '../../../src/resources/operators.ts';
import type { Context, Request } from '../../context.ts';
import { checkActionValues, normaliseActionValues } from '../../engine/table/actionValues.ts';
import { requireMayChange } from '../../engine/table/choiceRights.ts';
import type { PresentContext } from '../../engine/table/define.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { createInvitedAccount, sendInvitation } from '../account/service.ts';
import { lockManagers } from './managers.ts';

export type CreateOperatorRequest = Pick<Request<'POST /api/v2/Operator'>, 'caller' | 'body' | 'change' | 'locale'>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Creates an account in the caller's company and invites its owner. */
export const createOperator = async (
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

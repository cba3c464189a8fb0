import type { Role } from '../../../src/contract/access.ts';
import { operators } from '../../../src/resources/operators.ts';
import type { Context, Request } from '../../context.ts';
import { checkActionValues, normaliseActionValues } from '../../engine/table/actionValues.ts';
import { requireMayChange } from '../../engine/table/choiceRights.ts';
import type { PresentContext } from '../../engine/table/define.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { makeInvited, sendInvitation } from '../account/service.ts';
import { lockManagers } from './managers.ts';

export type Creating = Pick<Request<'POST /api/v2/Operator'>, 'caller' | 'body' | 'change' | 'locale'>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Creates an account in the caller's company and invites its owner. */
export const createOperator = async (
  context: Context,
  entries: PresentContext['entries'],
  { caller, body, change, locale }: Creating,
) => {
  const asked = normaliseActionValues(operators.fields, body);
  await checkActionValues(context.db, operators.fields, toRequestContext(context, entries, { caller, locale }), asked);
  const roles = asked.Roles as Role[];
  const fullName = [asked.LastName, asked.FirstName, asked.MiddleName].filter(Boolean).join(' ');
  const email = textOf(asked.Email);
  const invited = {
    companyId: caller.companyId,
    email,
    fullName,
    phone: textOf(asked.Phone),
    occupation: textOf(asked.Occupation),
    roles,
    locale,
  };
  return change(async tx => {
    requireMayChange(operators, await lockManagers(caller)(tx), { Roles: roles });
    const made = await makeInvited(context, tx, invited);
    const letter = {
      companyId: caller.companyId,
      accountId: made.id,
      to: email,
      locale,
      name: fullName,
      company: caller.companyName,
      url: made.url,
    };
    await sendInvitation(tx, letter);
    return { Id: made.id };
  });
};

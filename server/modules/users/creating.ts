import type { Role } from '../../../src/contract/access.ts';
import { operators } from '../../../src/resources/operators.ts';
import type { Context, Request } from '../../context.ts';
import { checkAsked, normalisedAsked } from '../../engine/table/asked.ts';
import { requireMayChange } from '../../engine/table/choiceRights.ts';
import type { Presenting } from '../../engine/table/define.ts';
import { asking } from '../../engine/table/presenting.ts';
import { makeInvited, sendInvitation } from '../account/service.ts';
import { holdManagers } from './managers.ts';

export type Creating = Pick<Request<'POST /api/v2/Operator'>, 'caller' | 'body' | 'change' | 'locale'>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Creates an account in the caller's company and invites its owner. */
export const createOperator = async (
  context: Context,
  entries: Presenting['entries'],
  { caller, body, change, locale }: Creating,
) => {
  const asked = normalisedAsked(operators.fields, body);
  await checkAsked(context.db, operators.fields, asking(context, entries, { caller, locale }), asked);
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
    requireMayChange(operators, await holdManagers(caller)(tx), { Roles: roles });
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

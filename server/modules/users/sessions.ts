import { operators } from '../../../src/resources/operators.ts';
import type { Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { requireMayChange } from '../../engine/table/choiceRights.ts';
import { notFound } from '../../errors.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { endOneSession, openSessions } from '../account/service.ts';
import { lockManagers } from './managers.ts';

const readAccountRoles = async (db: Db, companyId: number, id: number): Promise<readonly string[]> => {
  const account = await db
    .selectFrom('account')
    .select('roles')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!account) throw notFound();
  return account.roles;
};

export const listOperatorSessions = async (
  context: Context,
  { caller, params, tokenHash }: Request<'GET /api/v2/Operator/{id}/sessions'>,
) => {
  await readAccountRoles(context.db, caller.companyId, params.id);
  return openSessions(context, params.id, tokenHash);
};

export const endOperatorSession = async (
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

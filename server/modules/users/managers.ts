import { sql } from 'kysely';
import { hasAnyRole, type Role, roleLabels } from '../../../src/contract/access.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import { operators } from '../../../src/resources/operators.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Row } from '../../engine/table/define.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';

export const accountManagerRoles = operators.access.update;

const forbiddenError = (roles: readonly string[]): DomainError =>
  new DomainError('FORBIDDEN', { values: { roles: roles.join(', ') } });

export const rolesOf = (record: Row): readonly string[] => record.Roles as string[];

/**
 * Locks the accounts before any of them changes, so that two removals of a manager's role run one after the other. Then
 * reads the caller again, who may have lost the role meanwhile. Returns the caller with the present roles.
 */
export const lockManagers =
  (requester: Caller) =>
  async ({ db }: Tx): Promise<Caller> => {
    const { companyId, accountId } = requester;
    // Uses an advisory lock instead of locking the company's row. In a cluster that row may be on another node, where
    // waiting for a lock ignores the lock timeout.
    await advisoryLock(db, `managers:${companyId}`);
    const caller = await db
      .selectFrom('account')
      .select(['roles', 'blocked_at'])
      .where('company_id', '=', companyId)
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!caller || caller.blocked_at || !hasAnyRole(caller.roles, accountManagerRoles))
      throw forbiddenError(accountManagerRoles);
    return { ...requester, roles: caller.roles as Role[] };
  };

/**
 * Throws if the caller gives up a role that no other active account has. A company needs a manager, although a
 * superuser could replace one. A company needs a superuser, because only superusers grant that role. Changes of another
 * account need no check, because the caller then keeps a role that manages accounts.
 */
export const requireAnotherWithRole = async (
  { db }: Tx,
  { companyId, accountId }: Caller,
  role: Role,
  locale: Locale,
) => {
  const otherAccountWithRole = await db
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '<>', accountId)
    .where(sql<boolean>`${role} = any(roles)`)
    .where('blocked_at', 'is', null)
    .where('invited_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  const values = { role: roleLabels[role][locale] };
  const fields = [{ field: 'Roles', message: 'lastOfRole', values }] as const;
  if (!otherAccountWithRole) throw new DomainError('LAST_OF_ROLE', { values, fields });
};

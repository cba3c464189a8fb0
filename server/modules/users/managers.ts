import { sql } from 'kysely';
import { hasAnyRole, type Role, roleLabels } from '../../../src/contract/access.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import { operators } from '../../../src/resources/operators.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Row } from '../../engine/table/define.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';

/** Roles that manage the company's accounts. */
export const accountManagerRoles = operators.access.update;

const forbiddenError = (roles: readonly string[]): DomainError =>
  new DomainError('FORBIDDEN', { values: { roles: roles.join(', ') } });

export const rolesOf = (record: Row): readonly string[] => record.Roles as string[];

/**
 * Takes the lock before any account changes, so that two removals of a manager's role run one after the other. Then
 * reads the caller again, who may have lost their role meanwhile.
 * Returns the caller with their present roles.
 */
export const lockManagers =
  (requester: Caller) =>
  async ({ db }: Tx): Promise<Caller> => {
    const { companyId, accountId } = requester;
    // An advisory lock and not the company's row, because in a cluster that row may be on another node, whose wait
    // ignores the lock timeout.
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
 * Throws if the caller gives up a role that no other active account has. Applies to managers, although a superuser
 * could replace them, because the company would be without one. Applies to superusers, because only a superuser grants
 * that role.
 * Not needed for changes of another account, because the caller then keeps a role that manages accounts.
 */
export const requireAnotherWithRole = async (
  { db }: Tx,
  { companyId, accountId }: Caller,
  role: Role,
  locale: Locale,
) => {
  const otherHolder = await db
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
  if (!otherHolder) throw new DomainError('LAST_OF_ROLE', { values, fields });
};

import { sql } from 'kysely';
import { holdsOne, type Role, roleLabels } from '../../../src/contract/access.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import { operators } from '../../../src/resources/operators.ts';
import type { Caller, Tx } from '../../context.ts';
import { hold } from '../../db/hold.ts';
import { DomainError } from '../../errors.ts';
import type { Row } from '../../table/define.ts';

/** Whoever looks after the company's accounts. */
export const keepers = operators.access.update;

const forbidden = (roles: readonly string[]): DomainError =>
  new DomainError('FORBIDDEN', { values: { roles: roles.join(', ') } });

export const rolesOf = (record: Row): readonly string[] => record.Roles as string[];

/**
 * Held before any account is touched: whoever takes away a manager's rights waits for whoever is at it. Then the caller is
 * asked again, who may have lost theirs meanwhile. Answers the caller with the roles they have now.
 */
export const holdManagers =
  (asked: Caller) =>
  async ({ db }: Tx): Promise<Caller> => {
    const { companyId, accountId } = asked;
    // Not the company's row: in a cluster that waits on another machine, beyond the limit for locks.
    await hold(db, `managers:${companyId}`);
    const caller = await db
      .selectFrom('account')
      .select(['roles', 'blocked_at'])
      .where('company_id', '=', companyId)
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!caller || caller.blocked_at || !holdsOne(caller.roles, keepers)) throw forbidden(keepers);
    return { ...asked, roles: caller.roles as Role[] };
  };

/**
 * Refuses to give up a role that nobody else who has come in has: a manager's, though a superuser may do the same, since
 * the company is left without one by their own hand; a superuser's, since only a superuser gives it. Whoever takes a role
 * from another keeps one that looks after accounts.
 */
export const requireRoleBeside = async ({ db }: Tx, { companyId, accountId }: Caller, role: Role, locale: Locale) => {
  const other = await db
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
  if (!other) throw new DomainError('LAST_OF_ROLE', { values, fields });
};

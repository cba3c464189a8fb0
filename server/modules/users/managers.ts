import { sql } from 'kysely';
import { holdsOne, type Role } from '../../../src/contract/access.ts';
import { operators } from '../../../src/resources/operators.ts';
import type { Caller, Tx } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { Row } from '../../table/define.ts';

/** Whoever looks after the company's accounts. */
const keepers = operators.access.update;

const forbidden = (roles: readonly string[]): DomainError =>
  new DomainError('FORBIDDEN', { values: { roles: roles.join(', ') } });

export const rolesOf = (record: Row): readonly string[] => record.Roles as string[];
export const isManager = (roles: readonly string[]): boolean => holdsOne(roles, keepers);

/**
 * Held before any account is touched: whoever takes away a manager's rights waits for whoever is at it. Then the caller is
 * asked again, who may have lost theirs meanwhile. Answers the caller with the roles they have now.
 */
export const holdManagers =
  (asked: Caller) =>
  async ({ db }: Tx): Promise<Caller> => {
    const { companyId, accountId } = asked;
    // Not "for update": new rows of the company may go on referring to it.
    await sql`select id from company where id = ${companyId} for no key update`.execute(db);
    const caller = await db
      .selectFrom('account')
      .select(['roles', 'blocked_at'])
      .where('company_id', '=', companyId)
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!caller || caller.blocked_at || !isManager(caller.roles)) throw forbidden(keepers);
    return { ...asked, roles: caller.roles as Role[] };
  };

/** Refuses what would leave nobody beside this account with one of the roles: who is invited has not come yet. */
const requireOtherWith = async ({ db }: Tx, companyId: number, id: number, roles: readonly Role[]): Promise<void> => {
  const other = await db
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '<>', id)
    .where(sql<boolean>`roles && ${[...roles]}::text[]`)
    .where('blocked_at', 'is', null)
    .where('invited_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new DomainError('LAST_MANAGER');
};

/** Refuses what would leave nobody who can let people in again. */
export const requireManagerBeside = (tx: Tx, companyId: number, id: number): Promise<void> =>
  requireOtherWith(tx, companyId, id, keepers);

/**
 * Refuses new roles that would leave nobody who can let people in again. Nobody gives up the company's last MANAGER by
 * themselves either, not even where a SUPERUSER stays, who has no manager's menu; a SUPERUSER may take it from another.
 */
export const requireManagersAfter = async (
  tx: Tx,
  caller: Caller,
  id: number,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): Promise<void> => {
  const isLost = (roles: readonly Role[]) => holdsOne(before, roles) && !holdsOne(after, roles);
  if (isLost(keepers)) await requireManagerBeside(tx, caller.companyId, id);
  if (id === caller.accountId && isLost(['MANAGER'])) await requireOtherWith(tx, caller.companyId, id, ['MANAGER']);
};

import type { Values } from '../../../src/contract/describedTypes.ts';
import { missingRoles } from '../../../src/schema/choiceRights.ts';
import type { Resource } from '../../../src/schema/define.ts';
import { DomainError } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';

/** Throws FORBIDDEN if these records contain a choice that needs a role which the caller lacks. */
export const requireMayChange = (
  resource: Pick<Resource, 'fields'>,
  { roles }: Pick<Caller, 'roles'>,
  ...records: readonly Values[]
): void => {
  const lackedRoles = missingRoles(resource, roles, ...records);
  if (lackedRoles) throw new DomainError('FORBIDDEN', { values: { roles: lackedRoles.join(', ') } });
};

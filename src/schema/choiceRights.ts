import { hasAnyRole, type Role } from '../contract/access.ts';
import type { Values } from '../contract/describedTypes.ts';
import type { Resource } from './define.ts';
import type { Field } from './kinds/field.ts';

/**
 * Returns the roles for a restricted choice (`choiceAccess`) among the values, if the account has none of these roles.
 * The account needs one of them to set, change or clear the choice. Undefined: no role is missing.
 */
export const missingRoles = (
  { fields }: Pick<Resource, 'fields'>,
  heldRoles: readonly string[],
  ...records: readonly Values[]
): readonly Role[] | undefined =>
  Object.entries<Field>(fields)
    .flatMap(([name, { choiceAccess = {} }]) =>
      Object.entries(choiceAccess).filter(([choice]) => records.some(each => [each[name]].flat().includes(choice))),
    )
    .map(([, roles]) => roles)
    .find(roles => !hasAnyRole(heldRoles, roles));

/**
 * Returns true if the record has no restricted choice (`choiceAccess`) that an account with these roles may not change.
 */
export const mayChangeRecord = (
  resource: Pick<Resource, 'fields'>,
  record: Values,
  heldRoles: readonly string[],
): boolean => missingRoles(resource, heldRoles, record) === undefined;

import { hasAnyRole, type Role, roles } from '../contract/access.ts';
import type { Values } from '../contract/describedTypes.ts';
import type { Resource } from './define.ts';
import type { Field } from './kinds/field.ts';

/**
 * Checks choices that only some roles may set, change or clear (`choiceAccess`). Returns these roles if the records
 * contain such a choice and the account has none of them. Undefined: no role is missing.
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

/**
 * Returns the lowest role that may change records of the resource or run an action on them, if the account has no such
 * role. Undefined: the account may change something, or nobody may.
 */
export const missingRoleToChange = (
  { access: { create = [], update = [], remove = [] }, actions = {} }: Pick<Resource, 'access' | 'actions'>,
  heldRoles: readonly string[],
): Role | undefined => {
  const changingRoles = [create, update, remove, ...Object.values(actions).map(action => action.roles)].flat();
  return hasAnyRole(heldRoles, changingRoles) ? undefined : roles.find(role => changingRoles.includes(role));
};

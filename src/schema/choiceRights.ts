import { holdsOne, type Role } from '../contract/access.ts';
import type { Values } from '../contract/describedTypes.ts';
import type { Resource } from './define.ts';
import type { Field } from './kinds/field.ts';

/**
 * Returns the roles for a restricted choice (`choiceAccess`) among the values, if the account has none of these roles.
 * The account needs one of them to set, change or clear the choice. Undefined: no role is missing.
 */
export const lackedRoles = (
  { fields }: Pick<Resource, 'fields'>,
  held: readonly string[],
  ...values: readonly Values[]
): readonly Role[] | undefined =>
  Object.entries<Field>(fields)
    .flatMap(([name, { choiceAccess = {} }]) =>
      Object.entries(choiceAccess).filter(([choice]) => values.some(each => [each[name]].flat().includes(choice))),
    )
    .map(([, roles]) => roles)
    .find(roles => !holdsOne(held, roles));

/**
 * Returns true if the record has no restricted choice (`choiceAccess`) that an account with these roles may not change.
 */
export const mayChange = (resource: Pick<Resource, 'fields'>, record: Values, held: readonly string[]): boolean =>
  lackedRoles(resource, held, record) === undefined;

import { holdsOne, type Role } from '../contract/access.ts';
import type { Values } from '../contract/describedTypes.ts';
import type { Resource } from './define.ts';
import type { Field } from './kinds/field.ts';

/**
 * Returns the roles of which the account needs one but has none, because the values contain a choice with
 * `choiceAccess`. Only these roles may set, change and clear such a choice.
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

/** Returns true if an account with these roles may change the record, as far as its choices decide. */
export const mayChange = (resource: Pick<Resource, 'fields'>, record: Values, held: readonly string[]): boolean =>
  lackedRoles(resource, held, record) === undefined;

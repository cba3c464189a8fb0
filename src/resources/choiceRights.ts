import { holdsOne, type Role } from '../contract/access.ts';
import type { Values } from '../contract/described.ts';
import type { Field } from '../kinds/field.ts';
import type { Resource } from './define.ts';

/**
 * Roles of which the holder of `held` lacks every one and would need one, because these values hold a choice that only those
 * may give (`choiceAccess`): what they gave, they alone change and take away.
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

/** Whether an account with these roles may change the record, as far as the record itself says so. */
export const mayChange = (resource: Pick<Resource, 'fields'>, record: Values, held: readonly string[]): boolean =>
  lackedRoles(resource, held, record) === undefined;

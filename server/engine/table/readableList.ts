import { hasAnyRole } from '../../../src/contract/access.ts';
import type { Call } from '../../../src/contract/call.ts';
import { columnFields, type Resource, rolesForVerb } from '../../../src/schema/define.ts';
import { DomainError, type FieldFault, invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { makeQueryCheck } from '../validation.ts';
import type { Registry } from './define.ts';
import { tableQuerySchema } from './parameters.ts';

// These functions serve API calls that use the list of another call, such as an export or a saved view.

/**
 * Returns the contract's own API call of a list. It may have more parameters than the description. Undefined if the
 * list's call is generated from the description.
 */
const listCallOf = ({ calls }: Registry, { calls: callNames }: Resource): Call | undefined =>
  callNames?.list && calls[callNames.list];

const checksByResource = new WeakMap<Resource, ReturnType<typeof makeQueryCheck>>();

export const queryFaults = (
  registry: Registry,
  resource: Resource,
  query: object,
  fieldPrefix: string,
): readonly FieldFault[] => {
  const check =
    checksByResource.get(resource) ??
    makeQueryCheck(tableQuerySchema(resource, listCallOf(registry, resource)) as unknown as Record<string, unknown>);
  checksByResource.set(resource, check);
  return check(query, fieldPrefix);
};

export const columnFaults = (resource: Resource, names: readonly string[], field: string): readonly FieldFault[] =>
  names
    .filter(name => !columnFields(resource).includes(name))
    .map(value => ({ field, message: 'unknownTitle', values: { value } }));

export const requireReadableList = (
  { resources }: Registry,
  { Resource: name, Split }: { readonly Resource: string; readonly Split?: string },
  { roles }: Pick<Caller, 'roles'>,
): Resource => {
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
  const listRoles = resource && rolesForVerb(resource, 'list');
  if (!resource || !listRoles) throw invalid({ field: 'Resource', message: 'unknownOption' });
  if (!hasAnyRole(roles, listRoles)) throw new DomainError('FORBIDDEN', { values: { roles: listRoles.join(', ') } });
  const splits: readonly (string | undefined)[] = resource.split?.values ?? [undefined];
  if (!splits.includes(Split)) throw invalid({ field: 'Split', message: 'unknownOption' });
  return resource;
};

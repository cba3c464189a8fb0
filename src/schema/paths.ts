import { type Verb, verbs } from '../contract/access.ts';
import type { CallKey } from '../contract/call.ts';
import { actionByName, type Resource, rolesForVerb } from './define.ts';

const capitalise = (entity: string): string => entity.charAt(0).toUpperCase() + entity.slice(1);

const resourcePathName = ({ entity, pathName = capitalise(entity) }: Resource): string => pathName;

const generatedCalls: { readonly [V in Verb]: (entity: string, split?: Resource['split']) => CallKey } = {
  list: (entity, split) => `GET /api/v2/${entity}/table${split ? `/{${split.parameter}}` : ''}`,
  one: entity => `GET /api/v2/${entity}/{id}`,
  create: entity => `POST /api/v2/${entity}`,
  update: entity => `PUT /api/v2/${entity}/{id}`,
  remove: entity => `DELETE /api/v2/${entity}/{id}`,
};

/** Returns true if the API call for the operation is generated from the description and not defined in the contract. */
export const isGenerated = (resource: Resource, verb: Verb): boolean =>
  resource.calls?.[verb] === undefined &&
  !resource.omittedVerbs?.includes(verb) &&
  rolesForVerb(resource, verb) !== undefined;

/** Returns method and path of the API call for an operation. Undefined if there is no such call. */
export const callFor = (resource: Resource, verb: Verb): CallKey | undefined =>
  resource.calls?.[verb] ??
  (isGenerated(resource, verb) ? generatedCalls[verb](resourcePathName(resource), resource.split) : undefined);

/**
 * Returns method and path of the API call for an action on one record. Undefined if the action saves or removes the
 * record by the ordinary calls.
 */
export const actionCall = (resource: Resource, name: string): CallKey | undefined => {
  const { call, fromStates, valuesToWrite, verb } = actionByName(resource, name);
  if (valuesToWrite !== undefined || verb !== undefined) return undefined;
  return call ?? `POST /api/v2/${resourcePathName(resource)}/{id}/${fromStates ? 'moves/' : ''}${name}`;
};

/**
 * Returns method and path of the API call for a bulk action. The call changes nothing yet, it checks which records the
 * action can change.
 */
export const bulkCall = (resource: Resource, name: string): CallKey =>
  `POST /api/v2/${resourcePathName(resource)}/bulk/${name}`;

export const generatedVerbs = (resource: Resource): readonly Verb[] =>
  verbs.filter(verb => isGenerated(resource, verb));

import { prefetchCall } from '../api/client.ts';
import { hasAnyRole } from '../contract/access.ts';
import type { CallName } from '../contract/index.ts';
import { dictionariesOf, titlesParameters } from '../dataProvider/dictionary.ts';
import { type InitialList, initialList } from '../dataProvider/initialList.ts';
import { tableQuery } from '../dataProvider/query.ts';
import { routeTable } from '../routes/table.ts';
import { callFor } from '../schema/paths.ts';
import { readLastRoles } from '../settings/lastRoles.ts';

/** Returns the list at an address with its first query. Undefined if the address shows no list. */
export const listAt = ({ pathname, search }: Location): InitialList | undefined => {
  const path = pathname.replace(/\/?$/, '/');
  const name = routeTable.find(entry => entry.path === path)?.resource;
  return name === undefined ? undefined : initialList({ name, search });
};

/**
 * Prefetches the first calls of the page while the scripts load. Token, address and usually the roles are already
 * known.
 */
export const prefetchCalls = (): void => {
  prefetchCall('GET /api/v2/Account/info');
  prefetchCall('GET /api/v2/Account/settings');
  const list = listAt(window.location);
  // The roles of the last visit decide whether the rows of the list are prefetched. Without known roles, the rows are
  // fetched after the account.
  const roles = readLastRoles();
  if (!list || !roles || !hasAnyRole(roles, list.located.resource.access.read)) return;
  const { resource, split } = list.located;
  const call = callFor(resource, 'list');
  const params = resource.split ? { [resource.split.parameter]: split } : {};
  // The name of the call is cast, because the contract's types do not contain the calls that descriptions generate.
  if (call) prefetchCall(call as CallName, { params, query: tableQuery(resource, list.params) });
  for (const name of dictionariesOf(resource, resource.list.columns))
    prefetchCall(`GET /api/v2/Info/${name}`, { query: titlesParameters(name) });
};

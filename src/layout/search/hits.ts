import { hasAnyRole } from '../../contract/access.ts';
import type { SearchHit } from '../../contract/shapes/search.ts';
import { listNames } from '../../dataProvider/locate.ts';
import { resources } from '../../resources/index.ts';
import { listAddress } from '../../routes/listAddress.ts';
import { routeTable } from '../../routes/table.ts';
import type { Resource } from '../../schema/define.ts';
import type { IconName } from '../../schema/navigation.ts';
import { compareSearchOrder, searchKindOf } from '../../schema/searchSettings.ts';

/** A search result: a record, or a page of the application (`page`). */
export interface Hit extends SearchHit {
  readonly icon?: IconName;
}

/** Returns the resource to which a search result belongs. Undefined for pages of the application. */
export const resourceOf = (kind: string): Resource | undefined =>
  Object.values(resources).find(resource => resource.globalSearch && searchKindOf(resource) === kind);

/** Returns the resources that an account with these roles may search, in the order of the result groups. */
export const searchableResources = (roles: readonly string[]): readonly Resource[] =>
  Object.values(resources)
    .filter(({ globalSearch, access }) => globalSearch && hasAnyRole(roles, access.read))
    .sort(compareSearchOrder);

const listPath = (kind: string): string => {
  const resource = resourceOf(kind);
  const [list] = resource ? listNames({ [resource.name]: resource }) : [];
  return routeTable.find(entry => entry.resource === list)?.path ?? '/';
};

/** Returns the path of a search result: its own page, or a list that is searched for it. */
export const pathOfHit = ({ Kind, Path, Title }: Hit): string =>
  Path ?? listAddress(listPath(Kind), { filter: { q: Title } });

export const hitKey = ({ Kind, Id }: Hit): string => `${Kind}-${Id}`;

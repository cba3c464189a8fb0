import type { SearchHit, SearchKind } from '../../contract/shapes/search.ts';
import type { IconName } from '../../resources/place.ts';
import { routeTable } from '../../routes/table.ts';

/** What is found: a record, or a page of the cabinet. */
export interface Hit extends Omit<SearchHit, 'Kind'> {
  readonly Kind: SearchKind | 'page';
  readonly icon?: IconName;
}

/** Lists that may show a record, likeliest first: not every kind has its own page or list. */
const lists: { readonly [Kind in Hit['Kind']]: readonly string[] } = {
  voucher: ['vouchers'],
  accident: ['accidents-opened'],
  client: ['clients', 'vouchers'],
  operator: ['operators'],
  device: ['devices', 'vouchers'],
  page: [],
};

const listPath = (kind: Hit['Kind']): string =>
  lists[kind].flatMap(name => routeTable.filter(({ resource }) => resource === name))[0]?.path ?? '/';

/** Address of a hit: its own page, else its list with a search. */
export const pathOfHit = ({ Kind, Path, Title }: Hit): string =>
  Path ?? `${listPath(Kind)}?${new URLSearchParams({ filter: JSON.stringify({ q: Title }) })}`;

export const hitKey = ({ Kind, Id }: Hit): string => `${Kind}-${Id}`;

import type { SearchHit, SearchKind } from '../../contract/shapes/search.ts';
import { routeTable } from '../../routes/table.ts';

/** Lists that may show a record, the likeliest first: not every kind has a page or a list of its own. */
const lists: { readonly [Kind in SearchKind]: readonly string[] } = {
  voucher: ['vouchers'],
  accident: ['accidents-opened'],
  client: ['clients', 'vouchers'],
  operator: ['operators'],
  device: ['devices', 'vouchers'],
};

const listPath = (kind: SearchKind): string =>
  lists[kind].flatMap(name => routeTable.filter(({ resource }) => resource === name))[0]?.path ?? '/';

/** Where a hit leads: to its own page, else to the list that is searched by it. */
export const pathOfHit = ({ Kind, Path, Title }: SearchHit): string =>
  Path ?? `${listPath(Kind)}?${new URLSearchParams({ filter: JSON.stringify({ q: Title }) })}`;

export const hitKey = ({ Kind, Id }: SearchHit): string => `${Kind}-${Id}`;

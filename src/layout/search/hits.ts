import type { SearchHit, SearchKind } from '../../contract/shapes/search.ts';
import { routeTable } from '../../routes/table.ts';

/** Lists that may show a record, likeliest first: not every kind has its own page or list. */
const lists: { readonly [Kind in SearchKind]: readonly string[] } = {
  voucher: ['vouchers'],
  accident: ['accidents-opened'],
  client: ['clients', 'vouchers'],
  operator: ['operators'],
  device: ['devices', 'vouchers'],
};

const listPath = (kind: SearchKind): string =>
  lists[kind].flatMap(name => routeTable.filter(({ resource }) => resource === name))[0]?.path ?? '/';

/** Address of a hit: its own page, else its list with a search. */
export const pathOfHit = ({ Kind, Path, Title }: SearchHit): string =>
  Path ?? `${listPath(Kind)}?${new URLSearchParams({ filter: JSON.stringify({ q: Title }) })}`;

export const hitKey = ({ Kind, Id }: SearchHit): string => `${Kind}-${Id}`;

import { holdsOne } from '../../contract/access.ts';
import type { RouteEntry } from '../../routes/entry.ts';
import { routeTable } from '../../routes/table.ts';

export const tiles = routeTable.filter(({ tile }) => tile !== undefined).sort((a, b) => (a.tile ?? 0) - (b.tile ?? 0));

/** A tile that leads to a refusal would only be in the way. */
export const tilesFor = (roles: readonly string[]): readonly RouteEntry[] =>
  tiles.filter(entry => holdsOne(roles, entry.roles));

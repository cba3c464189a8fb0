import { hasAnyRole } from '../../contract/access.ts';
import type { RouteEntry } from '../../routes/entry.ts';
import { routeTable } from '../../routes/table.ts';

export const tiles = routeTable.filter(({ tile }) => tile !== undefined).sort((a, b) => (a.tile ?? 0) - (b.tile ?? 0));

/** Returns the dashboard tiles of the pages that an account with these roles may open. */
export const tilesFor = (roles: readonly string[]): readonly RouteEntry[] =>
  tiles.filter(entry => hasAnyRole(roles, entry.roles));

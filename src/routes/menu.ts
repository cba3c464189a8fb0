import { hasAnyRole } from '../contract/access.ts';
import type { IconName } from '../schema/navigation.ts';
import type { RouteEntry } from './entry.ts';
import { routeTable } from './table.ts';

export interface MenuLine {
  readonly path: string;
  readonly title: string;
  readonly icon?: IconName;
}
export interface MenuGroup extends MenuLine {
  /** Lines of the group's submenu. Empty for a group without submenu. */
  readonly lines: readonly MenuLine[];
}

const toMenuLine = ({ path, title, icon }: RouteEntry): MenuLine => ({ path, title, icon });
const isUnder = (group: RouteEntry, { path, menu }: RouteEntry) =>
  menu === 'line' && path !== group.path && path.startsWith(group.path);

/**
 * Returns the side menu for an account with these roles. A superuser without the role MANAGER does not get the
 * manager's lines, as the specification demands.
 */
export const menuFor = (roles: readonly string[], table: readonly RouteEntry[] = routeTable): readonly MenuGroup[] => {
  const effectiveRoles = roles.filter(role => role !== 'SUPERUSER');
  const visible = table.filter(
    ({ menu, roles: allowedRoles }) => menu && menu !== 'foot' && hasAnyRole(effectiveRoles, allowedRoles),
  );
  const groups = visible.filter(({ menu }) => menu !== 'line');
  return visible.flatMap((entry): readonly MenuGroup[] => {
    if (entry.menu === 'line')
      return groups.some(group => isUnder(group, entry)) ? [] : [{ ...toMenuLine(entry), lines: [] }];
    if (typeof entry.menu === 'object')
      return [{ ...toMenuLine(entry), title: entry.menu.groupTitle, lines: [toMenuLine(entry)] }];
    return [{ ...toMenuLine(entry), lines: visible.filter(other => isUnder(entry, other)).map(toMenuLine) }];
  });
};

export const menuFootFor = (roles: readonly string[]): readonly MenuLine[] =>
  routeTable
    .filter(entry => entry.menu === 'foot' && hasAnyRole(roles, entry.roles) && pagesOfGroup(entry, roles).length > 0)
    .map(toMenuLine);

/** Returns the shortcuts of the top menu. A group links to its first page. */
export const topMenuFor = (roles: readonly string[]): readonly MenuGroup[] => {
  const groups = menuFor(roles);
  return routeTable
    .flatMap(entry => (entry.topMenu ? [{ ...entry.topMenu, path: entry.path }] : []))
    .sort((a, b) => a.position - b.position)
    .map(({ path, title }) => ({ path, title, lines: groups.find(group => group.path === path)?.lines ?? [] }));
};

/** Returns the pages of a menu group: its lines, and the forms for new records. */
export const pagesOfGroup = (group: RouteEntry, roles: readonly string[]): readonly RouteEntry[] => {
  const visible = routeTable.filter(entry => hasAnyRole(roles, entry.roles));
  const lines = visible.filter(entry => isUnder(group, entry));
  const createPaths = lines.map(({ createPath: create }) => create);
  const pages = visible.filter(
    entry =>
      lines.includes(entry) ||
      createPaths.includes(entry.path) ||
      entry.listedUnder === 'everyGroup' ||
      [entry.listedUnder].flat().some(path => path === group.path),
  );
  // Pages of several groups stand after the pages that belong to one group only.
  const isShared = ({ listedUnder }: RouteEntry) => listedUnder === 'everyGroup' || typeof listedUnder === 'object';
  return [...pages.filter(entry => !isShared(entry)), ...pages.filter(isShared)];
};

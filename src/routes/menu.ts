import { holdsOne } from '../contract/access.ts';
import type { IconName } from '../schema/place.ts';
import type { RouteEntry } from './entry.ts';
import { routeTable } from './table.ts';

export interface MenuLine {
  readonly path: string;
  readonly title: string;
  readonly icon?: IconName;
}
export interface MenuGroup extends MenuLine {
  /** Empty for a group without submenu. */
  readonly lines: readonly MenuLine[];
}

const lineOf = ({ path, title, icon }: RouteEntry): MenuLine => ({ path, title, icon });
const isUnder = (group: RouteEntry, { path, menu }: RouteEntry) =>
  menu === 'line' && path !== group.path && path.startsWith(group.path);

/**
 * Returns the side menu for these roles. A superuser without the role MANAGER does not get the manager's lines, as the
 * specification says.
 */
export const menuFor = (roles: readonly string[], table: readonly RouteEntry[] = routeTable): readonly MenuGroup[] => {
  const held = roles.filter(role => role !== 'SUPERUSER');
  const open = table.filter(({ menu, roles: asked }) => menu && menu !== 'foot' && holdsOne(held, asked));
  const groups = open.filter(({ menu }) => menu !== 'line');
  return open.flatMap((entry): readonly MenuGroup[] => {
    if (entry.menu === 'line')
      return groups.some(group => isUnder(group, entry)) ? [] : [{ ...lineOf(entry), lines: [] }];
    if (typeof entry.menu === 'object')
      return [{ ...lineOf(entry), title: entry.menu.groupTitle, lines: [lineOf(entry)] }];
    return [{ ...lineOf(entry), lines: open.filter(other => isUnder(entry, other)).map(lineOf) }];
  });
};

/** Returns the foot of the side menu: groups with pages for these roles. */
export const menuFootFor = (roles: readonly string[]): readonly MenuLine[] =>
  routeTable
    .filter(entry => entry.menu === 'foot' && holdsOne(roles, entry.roles) && pagesOfGroup(entry, roles).length > 0)
    .map(lineOf);

/** Returns the shortcuts of the top menu. A group links to its first page. */
export const topMenuFor = (roles: readonly string[]): readonly MenuGroup[] => {
  const groups = menuFor(roles);
  return routeTable
    .flatMap(entry => (entry.top ? [{ ...entry.top, path: entry.path }] : []))
    .sort((a, b) => a.place - b.place)
    .map(({ path, title }) => ({ path, title, lines: groups.find(group => group.path === path)?.lines ?? [] }));
};

/** Returns the pages of a group: those in its menu, and create forms. */
export const pagesOfGroup = (group: RouteEntry, roles: readonly string[]): readonly RouteEntry[] => {
  const open = routeTable.filter(entry => holdsOne(roles, entry.roles));
  const lines = open.filter(entry => isUnder(group, entry));
  const made = lines.map(({ create }) => create);
  const found = open.filter(
    entry =>
      lines.includes(entry) ||
      made.includes(entry.path) ||
      entry.listedUnder === 'everyGroup' ||
      [entry.listedUnder].flat().some(path => path === group.path),
  );
  // Pages that belong to several groups come after the group's own pages.
  const isShared = ({ listedUnder }: RouteEntry) => listedUnder === 'everyGroup' || typeof listedUnder === 'object';
  return [...found.filter(entry => !isShared(entry)), ...found.filter(isShared)];
};

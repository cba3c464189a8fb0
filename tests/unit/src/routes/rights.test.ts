import { describe, expect, it } from 'vitest';
import { completed, generatedCalls } from '../../../../server/engine/table/shapes.ts';
import { insurer } from '../../../../server/insurer.ts';
import { holdsOne, type Role, roles, type Verb } from '../../../../src/contract/access.ts';
import type { Call } from '../../../../src/contract/call.ts';
import { calls } from '../../../../src/contract/index.ts';
import { tilesFor } from '../../../../src/custom-pages/dashboard/tiles.ts';
import { locate } from '../../../../src/dataProvider/locate.ts';
import { resources } from '../../../../src/resources/index.ts';
import type { RouteEntry } from '../../../../src/routes/entry.ts';
import { menuFor, pagesOfGroup, topMenuFor } from '../../../../src/routes/menu.ts';
import { routeTable } from '../../../../src/routes/table.ts';
import { type Resource, roleFor } from '../../../../src/schema/define.ts';
import { callFor } from '../../../../src/schema/paths.ts';

const everyCall: Readonly<Record<string, Call>> = {
  ...calls,
  ...Object.fromEntries(
    Object.values(resources).flatMap(resource =>
      generatedCalls(insurer.registry, resource).map(({ name, call }) => [name, call]),
    ),
  ),
};

/** Returns resource and operation of a page: its list, one record, or a form. */
const doneAt = ({ page, resource }: RouteEntry): readonly [Resource, Verb] | undefined => {
  if (resource !== undefined) return [locate(resource)?.resource as Resource, 'list'];
  if (typeof page !== 'object') return undefined;
  if ('record' in page) return [resources[page.record] as Resource, 'one'];
  return 'form' in page ? [resources[page.of] as Resource, page.form] : undefined;
};

const mayCall = (resource: Resource, verb: Verb, role: Role): boolean => {
  const call = everyCall[callFor(resource, verb) ?? ''];
  // A custom page makes such a record, so only the description tells the roles.
  if (!call) return holdsOne([role], roleFor(resource, verb));
  const { access } = completed(insurer.registry, call);
  return Array.isArray(access) && access.includes(role);
};

/** A superuser with the role MANAGER has the manager's side menu (docs/decisions/012-access.md). */
const withManager = (role: Role): readonly Role[] => (role === 'SUPERUSER' ? ['MANAGER', role] : [role]);

const linesOf = (role: Role) =>
  [...menuFor(withManager(role)), ...topMenuFor(withManager(role))].flatMap(({ path, lines }) => [
    path,
    ...lines.map(line => line.path),
  ]);

describe.each(roles)('%s', role => {
  const open = routeTable.filter(entry => holdsOne([role], entry.roles));

  it('opens exactly the pages whose calls they may make', () => {
    const differ = routeTable.filter(entry => {
      const done = doneAt(entry);
      return done !== undefined && mayCall(...done, role) !== open.includes(entry);
    });
    expect(differ.map(({ path }) => path)).toEqual([]);
  });

  it('finds in menus, groups and tiles every page they may open that stands there, and no other', () => {
    const paths = open.map(({ path }) => path);
    const lines = linesOf(role);
    expect(lines.filter(path => !paths.includes(path))).toEqual([]);
    const listed = open.filter(({ menu }) => menu !== undefined && menu !== 'foot').map(({ path }) => path);
    expect(listed.filter(path => !lines.includes(path))).toEqual([]);
    const shown = [...tilesFor([role]), ...open.flatMap(entry => pagesOfGroup(entry, [role]))];
    expect(shown.filter(entry => !open.includes(entry))).toEqual([]);
  });
});

it('vouchers, scoring and users are a manager’s: an operator opens no address of theirs', () => {
  const ofManagers = routeTable.filter(({ path }) => /^\/cabinet\/(cards|scoring|users)\//.test(path));
  expect(ofManagers.length).toBeGreaterThan(10);
  expect(ofManagers.filter(entry => holdsOne(['OPERATOR'], entry.roles))).toEqual([]);
  expect(ofManagers.filter(entry => !holdsOne(['MANAGER'], entry.roles))).toEqual([]);
  const ofEverybody = routeTable.filter(({ path }) => /^\/cabinet\/(dashboard|accidents)\//.test(path));
  expect(ofEverybody.filter(entry => !holdsOne(['OPERATOR'], entry.roles))).toEqual([]);
});

import { describe, expect, it, test } from 'vitest';
import { generatedCalls, resolveCall } from '../../../server/engine/table/shapes.ts';
import { insurer } from '../../../server/insurer.ts';
import { hasAnyRole, type Role, roles, superusers, type Verb, verbs } from '../../../src/contract/access.ts';
import type { Call } from '../../../src/contract/call.ts';
import { calls } from '../../../src/contract/index.ts';
import { tilesFor } from '../../../src/custom-pages/dashboard/Dashboard.tsx';
import { locateList } from '../../../src/dataProvider/locate.ts';
import { clients } from '../../../src/resources/clients.ts';
import { resources } from '../../../src/resources/index.ts';
import { operators } from '../../../src/resources/operators.ts';
import type { RouteEntry } from '../../../src/routes/entry.ts';
import { menuFor, pagesOfGroup, topMenuFor } from '../../../src/routes/menu.ts';
import { routeTable } from '../../../src/routes/table.ts';
import { mayChangeRecord, missingRoles } from '../../../src/schema/choiceRights.ts';
import { type Resource, rolesForVerb } from '../../../src/schema/define.ts';
import { callFor } from '../../../src/schema/paths.ts';
import { readSources } from '../../support/imports.ts';

const named = calls as Readonly<Record<string, Call>>;
const described = Object.values(resources);
const pairs = described.flatMap(resource => verbs.map(verb => [resource, verb] as const));
const listedAt = (resource: Resource) =>
  resource.split ? resource.split.values.map(value => `${resource.name}-${value}`) : [resource.name];

test('a call that does something with a resource asks its description who may', () => {
  for (const [resource, verb] of pairs) {
    const call = named[callFor(resource, verb) ?? ''];
    if (call) expect([resource.name, call.access]).toEqual([resource.name, { resource: resource.name, verb }]);
    if (call) expect(resolveCall(insurer.registry, call).access).toEqual(rolesForVerb(resource, verb));
  }
});

test('what is done to many is for those who may do it to one', () => {
  for (const { name, access, actions = {} } of described)
    for (const [action, { verb, valuesToWrite, roles }] of Object.entries(actions)) {
      if (verb) expect([name, action, roles]).toEqual([name, action, access[verb]]);
      if (valuesToWrite) expect([name, action, roles]).toEqual([name, action, access.update]);
    }
});

test('a call that answers records, wherever it stands, is for those who may read them', () => {
  for (const call of Object.values(named)) {
    const name = call.table ?? call.record;
    if (name) expect(call.access).toMatchObject({ resource: name });
    if (call.table) expect(call.access).toMatchObject({ verb: 'list' });
  }
});

test('an address opens to those who may do what its page is for', () => {
  for (const resource of described) {
    const { name, access } = resource;
    const of = (canonical: string) => routeTable.filter(entry => entry.canonical === canonical);
    for (const list of listedAt(resource))
      for (const { roles } of of(`/${list}`)) expect([list, roles]).toEqual([list, access.read]);
    for (const { roles } of of(`/${name}/create`)) expect([name, roles]).toEqual([name, access.create]);
    for (const { roles } of of(`/${name}/:id`)) expect([name, roles]).toEqual([name, access.update]);
    for (const { roles } of of(`/${name}/:id/show`)) expect([name, roles]).toEqual([name, access.read]);
  }
  expect(routeTable.filter(entry => entry.resource && !entry.roles)).toEqual([]);
});

test('roles are named in the contract and in descriptions, and nowhere else', () => {
  const elsewhere = readSources('src', 'server')
    .filter(({ path }) => !path.startsWith('src/resources/') && path !== 'src/contract/access.ts')
    .filter(({ text }) => /\b(everyRole|managers)\b[^;]*access\.ts/.test(text));
  expect(elsewhere.map(({ path }) => path)).toEqual([]);
});

test('an account with a role that only superusers give is theirs alone to change', () => {
  const superuser = { Roles: ['MANAGER', 'SUPERUSER'] };
  expect(mayChangeRecord(operators, superuser, ['MANAGER'])).toBe(false);
  expect(mayChangeRecord(operators, superuser, ['SUPERUSER'])).toBe(true);
  expect(mayChangeRecord(operators, { Roles: ['MANAGER'] }, ['MANAGER'])).toBe(true);
  expect(missingRoles(operators, ['MANAGER'], { Roles: ['OPERATOR'] }, superuser)).toEqual(superusers);
});

test('a record without such choices asks for nothing more', () => {
  expect(mayChangeRecord(clients, { FullName: 'SUPERUSER' }, [])).toBe(true);
});

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
  if (resource !== undefined) return [locateList(resource)?.resource as Resource, 'list'];
  if (typeof page !== 'object') return undefined;
  if ('record' in page) return [resources[page.record] as Resource, 'one'];
  return 'form' in page ? [resources[page.resource] as Resource, page.form] : undefined;
};

const mayCall = (resource: Resource, verb: Verb, role: Role): boolean => {
  const call = everyCall[callFor(resource, verb) ?? ''];
  // A custom page makes such a record, so only the description tells the roles.
  if (!call) return hasAnyRole([role], rolesForVerb(resource, verb));
  const { access } = resolveCall(insurer.registry, call);
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
  const open = routeTable.filter(entry => hasAnyRole([role], entry.roles));

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
  expect(ofManagers.filter(entry => hasAnyRole(['OPERATOR'], entry.roles))).toEqual([]);
  expect(ofManagers.filter(entry => !hasAnyRole(['MANAGER'], entry.roles))).toEqual([]);
  const ofEverybody = routeTable.filter(({ path }) => /^\/cabinet\/(dashboard|accidents)\//.test(path));
  expect(ofEverybody.filter(entry => !hasAnyRole(['OPERATOR'], entry.roles))).toEqual([]);
});

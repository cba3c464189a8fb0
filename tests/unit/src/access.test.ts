import { expect, test } from 'vitest';
import { completed } from '../../../server/engine/table/shapes.ts';
import { insurer } from '../../../server/insurer.ts';
import { verbs } from '../../../src/contract/access.ts';
import type { Call } from '../../../src/contract/call.ts';
import { calls } from '../../../src/contract/index.ts';
import { resources } from '../../../src/resources/index.ts';
import { routeTable } from '../../../src/routes/table.ts';
import { type Resource, roleFor } from '../../../src/schema/define.ts';
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
    if (call) expect(completed(insurer.registry, call).access).toEqual(roleFor(resource, verb));
  }
});

test('what is done to many is for those who may do it to one', () => {
  for (const { name, access, actions = {} } of described)
    for (const [action, { verb, set, roles }] of Object.entries(actions)) {
      if (verb) expect([name, action, roles]).toEqual([name, action, access[verb]]);
      if (set) expect([name, action, roles]).toEqual([name, action, access.update]);
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

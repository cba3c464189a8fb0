import { describe, expect, it } from 'vitest';
import { defineTable } from '../../../../server/engine/table/define.ts';
import { resources } from '../../../../server/resources.ts';
import { vehicleBrands } from '../../../../src/resources/vehicleBrands.ts';
import { routeTable } from '../../../../src/routes/table.ts';
import { descriptionFaults } from '../../../../src/schema/check.ts';
import { defineResource, type Resource } from '../../../../src/schema/define.ts';
import { f, importFilter } from '../../../../src/schema/fields.ts';

const label = { ru: 'Место', en: 'Place' };
const described = {
  name: 'places',
  entity: 'place',
  label: { ru: { title: '', one: '', few: '', many: '' }, en: { title: '', one: '', other: '' } },
  title: 'Name',
  fields: { Name: f.text({ label }), State: f.status({ label, choices: ['open', 'closed'] }) },
  list: { columns: ['Name'], sort: 'Name-asc' },
  access: { read: ['MANAGER'] },
} as const;
const faultsOf = (more: object) =>
  descriptionFaults({ ...resources, places: { ...described, ...more } as unknown as Resource });
const withField = (field: object) => faultsOf({ fields: { ...described.fields, Other: field } });

describe('a description', () => {
  it('has no fault as this program has them', async () => {
    expect(await descriptionFaults(resources)).toEqual([]);
  });

  it.each([
    [
      'a reference',
      { fields: { Name: f.reference({ label, targetResource: 'voucherz' }) } },
      '"voucherz", which does not exist. Did you mean "vouchers"?',
    ],
    [
      'titles of a resource',
      { fields: { Name: f.reference({ label, importTitleResource: 'clientz' }) } },
      'Did you mean "clients"?',
    ],
    [
      'a state that a move leads to',
      {
        states: { field: 'State', effectsOn: {} },
        actions: { close: { label, roles: [], fromStates: ['open'], toState: 'closd' } },
      },
      'Did you mean "closed"?',
    ],
    [
      'a state that a move begins in',
      { states: { field: 'State', effectsOn: {} }, actions: { close: { label, roles: [], fromStates: ['opened'] } } },
      '"opened"',
    ],
    [
      'a state in which a move is usual',
      {
        states: { field: 'State', effectsOn: {} },
        actions: { close: { label, roles: [], fromStates: ['open'], usualIn: ['closed'] } },
      },
      '"closed"',
    ],
    [
      'a field that an action sets',
      { actions: { close: { label, roles: [], valuesToWrite: { Stat: 'closed' } } } },
      'Did you mean "State"?',
    ],
    [
      'a field of a condition',
      { actions: { close: { label, roles: [], when: { Staet: ['closed'] } } } },
      'Did you mean "State"?',
    ],
    [
      'a value of a condition',
      { actions: { close: { label, roles: [], when: { State: ['closd'] } } } },
      'Did you mean "closed"?',
    ],
    [
      'a field asked by an action',
      {
        actions: {
          close: {
            label,
            roles: [],
            dialog: { fields: { To: f.reference({ label, targetResource: 'operatorz' }) }, form: [] },
          },
        },
      },
      'Did you mean "operators"?',
    ],
    [
      'a heading of imported files',
      {
        form: ['Name'],
        fields: { ...described.fields, ImportId: importFilter },
        imports: { headings: async () => ({ Namee: ['Nom'] }) },
      },
      '"Namee"',
    ],
  ])('is told of the unknown name of %s, and what resembles it', async (_, more, said) => {
    expect(await faultsOf(more)).toEqual([expect.stringContaining(said)]);
  });

  it.each([
    ['choice', f.status({ label, choices: ['a'], choiceLabels: { a: label, b: label } as never })],
    ['field it depends on', f.text({ label, requiredWhen: { field: 'Stat', values: ['open'] } })],
    ['field it is made of', f.text({ label, composedOf: ['Nam'] })],
    ['field whose record it opens', f.text({ label, opens: 'ClientIdd' })],
  ])('is told of a field’s unknown %s', async (_, field) => {
    expect(await withField(field)).toEqual([expect.stringContaining('which does not exist')]);
  });

  it.each([
    ['Пробег, км', 'Mileage'],
    ['Пробег', 'Mileage (km)'],
  ])('is told of a label with its unit: %s, %s', async (ru, en) => {
    expect(await withField(f.distance({ label: { ru, en } }))).toEqual([expect.stringContaining('with the unit')]);
  });

  it('is told what a list on the page of a target needs', async () => {
    expect(await withField(f.reference({ label, targetResource: 'vouchers', listOnTarget: true }))).toEqual([
      'places.Other has `listOnTarget`, which needs a filter (`filterable`) and a page of the list (`navigation`).',
    ]);
  });

  it('is told of a filter section with a field that cannot be filtered', async () => {
    const list = { ...described.list, filterSections: [{ title: label, fields: ['Name', 'Stat'] }] };
    expect(await faultsOf({ list })).toEqual([
      'places.list.filterSections names Name, which has no filter (`filterable`).',
      'places.list.filterSections names Stat, which has no filter (`filterable`).',
    ]);
  });

  it('is told that records which companies share cannot be imported', async () => {
    expect(await faultsOf({ imports: {}, shared: true })).toContainEqual(
      expect.stringContaining('all companies share'),
    );
  });

  it('is told that its list cannot be filtered by import', async () => {
    expect(await faultsOf({ imports: {} })).toEqual([expect.stringContaining('no field filters its list')]);
  });

  it('is told that nothing finds it', async () => {
    expect(await faultsOf({ globalSearch: {} })).toEqual([expect.stringContaining('`list.search` names no field')]);
  });
});

it('stands in a group of the menu that is a page', () => {
  const pages = routeTable.map(({ path }) => path);
  const groups = Object.values(resources).flatMap(({ navigation }) => navigation?.groups ?? []);
  expect(groups.filter(path => path !== 'everyGroup' && !pages.includes(path))).toEqual([]);
});

// Never called. Each marked line must not compile, and `npm run check` fails if one does.
void (() => {
  // @ts-expect-error: a key of a field
  f.text({ label, maxLenght: 10 });
  // @ts-expect-error: a key of a label
  f.text({ label: { ru: '', en: '', eng: '' } });
  // @ts-expect-error: a key of the resource
  defineResource({ ...described, rulse: [] });
  // @ts-expect-error: a key of its list
  defineResource({ ...described, list: { columns: ['Name'], sort: 'Name-asc', serach: ['Name'] } });
  // @ts-expect-error: a key of its card
  defineResource({ ...described, list: { columns: ['Name'], sort: 'Name-asc', card: { titel: 'Name', lines: [] } } });
  // @ts-expect-error: a key of an action
  defineResource({ ...described, actions: { clear: { label, roles: ['MANAGER'], bulkk: true } } });
  // @ts-expect-error: a key of a section
  defineResource({ ...described, record: [{ title: label, fileds: ['Name'] }] });
  // @ts-expect-error: a key of a rule
  defineResource({ ...described, rules: [{ field: 'Name', notBefor: 'Name' }] });
  // @ts-expect-error: an address that is no group of the menu
  defineResource({ ...described, navigation: { path: '/places/', groups: '/cabinet/nowhere/', icon: 'place' } });
  // @ts-expect-error: a component that does not exist
  defineResource({ ...described, parts: ['deviceLive'] });
  // @ts-expect-error: a key of a table, also in an object that is spread into it
  defineTable(vehicleBrands, { ...{ fromm: 'brand' } });
  const tabs = { all: { title: label, part: 'history' } } as const;
  // @ts-expect-error: a page with tabs has components in a tab
  defineResource({ ...described, record: { tabs }, parts: ['deviceLife'] });
});

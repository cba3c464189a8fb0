import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { resources } from '../../../../server/resources.ts';
import { recordParts } from '../../../../src/app/RecordPage.tsx';
import { createI18nProvider, loadMessages } from '../../../../src/i18n/messages.ts';
import { accidents } from '../../../../src/resources/accidents.ts';
import { auditActions } from '../../../../src/resources/history/words.ts';
import { bulkActions } from '../../../../src/schema/define.ts';
import { actionCall } from '../../../../src/schema/paths.ts';
import { cellPaddingCh, checkBoxWidthCh, columnWidthCh } from '../../../../src/screens/list/column.ts';
import { countText } from '../../../../src/screens/list/count.ts';
import { root } from '../../../support/imports.ts';

it('what is done by a button of its own has a sign of its own: on a phone it is all that is seen of it', () => {
  // Accidents have a page of their own.
  for (const resource of Object.values(resources).filter(({ name }) => name !== 'accidents')) {
    const { name, actions = {} } = resource;
    const buttons = Object.entries(actions).filter(
      ([action, { fromStates }]) => !fromStates && actionCall(resource, action),
    );
    const bare = buttons.filter(([, { icon }]) => !icon).map(([action]) => action);
    expect([name, bare]).toEqual([name, []]);
  }
});

it('each list of accidents has the columns of the specification', () => {
  const specified = [
    ...['CrashUniqueIdentifier', 'CrashDateTime', 'ClientName', 'MaximumAcceleration', 'VehicleRegNumber'],
    'StatusOfRoadAccident',
  ];
  const { columns, columnsBySplit } = accidents.list;
  for (const shown of [columns, ...Object.values(columnsBySplit)])
    expect(shown).toEqual(expect.arrayContaining(specified));
  expect(accidents.fields.CrashUniqueIdentifier.label.ru).toBe('ID');
});

it('their count line is that of the specification', async () => {
  const { translate } = createI18nProvider('en', [await loadMessages('en', 'whole')]);
  const line = (total: number) =>
    translate('lists.found', { count: countText(accidents, total, { locale: 'en', translate }) });
  expect([line(25), line(1)]).toEqual(['25 accidents found', '1 accident found']);
});

it('every component of record pages stands in a description', () => {
  const named = Object.values(resources).flatMap(({ record, headPart, parts = [] }) => [
    ...parts,
    ...(headPart ? [headPart] : []),
    ...(record && 'tabs' in record ? Object.values(record.tabs) : []).flatMap(tab => ('page' in tab ? [tab.page] : [])),
  ]);
  expect(Object.keys(recordParts).sort()).toEqual([...new Set(named)].sort());
});

/** Width of a list next to the open menu in a window of 1440 px, characters (docs/decisions/022-lists-on-screen.md). */
const roomCh = 126;

test('the columns that a list begins with fit a window of 1440', () => {
  // The columns of the queue are wider, and are ordered by their importance.
  const lists = Object.values(resources).filter(({ name, list }) => name !== 'accidents' && list);
  const wide = lists
    .map(resource => {
      const columns = resource.list?.columns ?? [];
      const box = bulkActions(resource).length > 0 ? checkBoxWidthCh : 0;
      return [
        resource.name,
        columns.reduce((sum, name) => sum + columnWidthCh(name, resource.fields[name]!) + cellPaddingCh, box),
      ] as const;
    })
    .filter(([, width]) => width > roomCh);
  expect(lists.length).toBeGreaterThan(15);
  expect(wide).toEqual([]);
});

/** Matches below that are no audit actions, but values of another property named `action`. */
const noActions = ['action', 'word'];

it('there are words for everything the server says was done', () => {
  const sources = ['server/modules', 'server/engine/table', 'server/plugins']
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(join(root, name), 'utf8'));
  const said = new Set(sources.flatMap(text => [...text.matchAll(/\baction: '(\w+)'/g)].map(match => match[1] ?? '')));
  expect(said.size).toBeGreaterThan(30);
  const worded = [
    ...Object.keys(auditActions),
    ...Object.values(resources).flatMap(({ actions = {} }) => Object.keys(actions)),
  ];
  expect([...said].filter(action => !worded.includes(action) && !noActions.includes(action))).toEqual([]);
});

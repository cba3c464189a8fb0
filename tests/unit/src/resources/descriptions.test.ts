import { expect, it } from 'vitest';
import { recordParts } from '../../../../src/app/RecordPage.tsx';
import { createI18nProvider, loadMessages } from '../../../../src/i18n/messages.ts';
import { accidents } from '../../../../src/resources/accidents.ts';
import { resources } from '../../../../src/resources/index.ts';
import { actionCall } from '../../../../src/schema/paths.ts';
import { countText } from '../../../../src/screens/list/count.ts';

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
  const named = Object.values(resources).flatMap(({ record, parts = [] }) => [
    ...parts,
    ...(record && 'tabs' in record ? Object.values(record.tabs) : []).flatMap(tab => ('page' in tab ? [tab.page] : [])),
  ]);
  expect(Object.keys(recordParts).sort()).toEqual([...new Set(named)].sort());
});

import { expect, it } from 'vitest';
import { loadMessages, textsOf } from '../../../../src/i18n/messages.ts';
import { accidents } from '../../../../src/resources/accidents.ts';
import { countText } from '../../../../src/screens/list/count.ts';

it('each list of accidents has the columns of the specification', () => {
  const specified = [
    ...['CrashUniqueIdentifier', 'CrashDateTime', 'ClientName', 'MaximumAcceleration', 'VehicleRegNumber'],
    'StatusOfRoadAccident',
  ];
  const { columns, columnsIn } = accidents.list;
  for (const shown of [columns, ...Object.values(columnsIn)]) expect(shown).toEqual(expect.arrayContaining(specified));
  expect(accidents.fields.CrashUniqueIdentifier.label.ru).toBe('ID');
});

it('their count line is that of the specification', async () => {
  const { translate } = textsOf('en', [await loadMessages('en', 'whole')]);
  const line = (total: number) =>
    translate('lists.found', { count: countText(accidents, total, { locale: 'en', translate }) });
  expect([line(25), line(1)]).toEqual(['25 accidents found', '1 accident found']);
});

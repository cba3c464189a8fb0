// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type DataProvider, DataProviderContext } from 'react-admin';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { kinds } from '../../../../src/fields/registry.ts';
import * as language from '../../../../src/fields/useI18n.ts';
import * as values from '../../../../src/fields/ValueText.tsx';
import { accidents } from '../../../../src/resources/accidents.ts';
import { clients } from '../../../../src/resources/clients.ts';
import { vehicleBrands } from '../../../../src/resources/vehicleBrands.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import { webhooks } from '../../../../src/resources/webhooks.ts';
import { readablePhone } from '../../../../src/schema/kinds/phone.ts';
import { columnWidthCh } from '../../../../src/screens/list/column.ts';
import { ChangeLine, sortLikeDescription } from '../../../../src/screens/record/History.tsx';
import { listsOnPageOf } from '../../../../src/screens/record/Related.tsx';
import { Tabs } from '../../../../src/screens/record/Tabs.tsx';
import { Stand } from '../layout/frame.tsx';

describe('record tabs', () => {
  afterEach(cleanup);

  const tabs = {
    main: { title: { ru: 'Марка', en: 'Brand' }, sections: [] },
    history: { title: { ru: 'История', en: 'History' }, part: 'history' },
  } as const;
  const models = [
    { id: 5, Id: 5, Name: 'Rio', Brand: 'Kia', BrandId: 3, CarType: 'Седан', FromYear: 2000, ToYear: null },
    { id: 6, Id: 6, Name: 'Ceed', Brand: 'Kia', BrandId: 3, CarType: 'Хэтчбек', FromYear: 2006, ToYear: 2018 },
  ];

  it('a list has a tab before the history, with the rows that refer to the record and a link to each', async () => {
    const lists = listsOnPageOf(vehicleBrands, ['MANAGER']);
    const getList = vi.fn(async (..._: Parameters<DataProvider['getList']>) => ({ data: models, total: 12 }));
    render(
      <Stand>
        <DataProviderContext.Provider value={{ getList } as unknown as DataProvider}>
          <Tabs resource={vehicleBrands} record={{ id: 3, Id: 3, Name: 'Kia' }} tabs={tabs} parts={{}} lists={lists} />
        </DataProviderContext.Provider>
      </Stand>,
    );
    expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['Марка', 'Модели автомобилей', 'История']);
    await userEvent.click(screen.getByRole('tab', { name: 'Модели автомобилей' }));
    const panel = within(await screen.findByRole('tabpanel', { name: 'Модели автомобилей' }));
    const links = (await panel.findAllByRole('link')).map(link => link.getAttribute('href'));
    expect(links.slice(0, 2)).toEqual(['/cabinet/admin/vehicle-models/5/', '/cabinet/admin/vehicle-models/6/']);
    expect(decodeURIComponent(links[2] ?? '')).toBe('/cabinet/admin/vehicle-models/?filter={"BrandId":"3"}');
    expect(getList.mock.calls.map(([resource, { filter }]) => [resource, filter])).toEqual([
      ['vehicleModels', { BrandId: '3' }],
    ]);
    expect(panel.getAllByRole('row').map(row => row.textContent)[1]).toContain('Rio');
  });

  it('a page lists what refers to its record, as far as a person may read it', () => {
    expect(listsOnPageOf(clients, ['MANAGER']).map(({ list, referenceField }) => [list, referenceField])).toEqual([
      ['vouchers', 'ClientId'],
      ['accidents-opened', 'ClientId'],
      ['accidents-closed', 'ClientId'],
      ['accidents-notvalid', 'ClientId'],
    ]);
    expect(listsOnPageOf(webhooks, ['OPERATOR'])).toEqual([]);
  });
});

describe('history', () => {
  const translate = (key: string, { _ = key }: { _?: string } = {}) => _;
  beforeAll(() => {
    vi.spyOn(language, 'useI18n').mockReturnValue({ locale: 'ru', translate } as ReturnType<typeof language.useI18n>);
    vi.spyOn(values, 'ValueText').mockImplementation(({ value }) => (value ? String(value) : '—'));
  });
  afterEach(cleanup);

  it('what changed stands in the order of the form, whichever order it was saved in', () => {
    const saved = ['Note', 'Phone', 'FirstName', 'LastName'].map(field => ({ field, before: null, after: 'x' }));
    const shown = sortLikeDescription(clients, saved).map(({ field }) => field);
    expect(shown).toEqual(['LastName', 'FirstName', 'Phone', 'Note']);
  });

  it.each([
    ['taken off', '860277060546101', null, '860277060546101 → —'],
    ['emptied', '860277060546101', '', '860277060546101 → —'],
    ['filled', null, '860277060546101', '860277060546101'],
    ['filled where an empty text was', '', '860277060546101', '860277060546101'],
  ])('a value %s reads the same, whether nothing is null or an empty text', (_, before, after, told) => {
    const { container } = render(<ChangeLine resource={vouchers} change={{ field: 'IMEI', before, after }} />);
    expect(container.textContent).toBe(`IMEI устройства: ${told}`);
  });
});

/**
 * Width next to the open menu in a window of 1440 px, in characters of 9 px. Then the padding of a cell, and the width
 * of the checkbox column.
 */
const room = 1134 / 9;
const padding = 1.4;
const boxes = 4.5;

const end = (bucket: keyof typeof accidents.list.columnsBySplit, last: string): number => {
  const columns: readonly string[] = accidents.list.columnsBySplit[bucket];
  return columns
    .slice(0, columns.indexOf(last) + 1)
    .reduce(
      (sum, name) => sum + padding + columnWidthCh(name, accidents.fields[name as keyof typeof accidents.fields], {}),
      boxes,
    );
};

it('at a desk the queue tells who has a case and when to call without being scrolled', () => {
  for (const column of ['LockedByName', 'DateTimeOfNextCall'])
    expect([column, end('opened', column) < room]).toEqual([column, true]);
});

it.each(['opened', 'closed', 'notvalid'] as const)(
  'at a desk %s has the columns of the specification in sight',
  bucket => {
    for (const column of [
      ...(['CrashUniqueIdentifier', 'CrashDateTime', 'ClientName', 'MaximumAcceleration'] as const),
      ...(['VehicleRegNumber', 'StatusOfRoadAccident'] as const),
    ]) {
      expect(accidents.list.columnsBySplit[bucket]).toContain(column);
      expect([column, end(bucket, column) < room]).toEqual([column, true]);
    }
  },
);

it('a phone, an IMEI, a plate and a time are read whole in a row', () => {
  expect(readablePhone('+79005640313', 'ru')).toBe('+7 900 564-03-13');
  // Widths measured in the browser. The time is in English.
  const measured = { phone: 15.2, imei: 15.4, plate: 12.9, dateTime: 15 } as const;
  for (const [kind, width] of Object.entries(measured))
    expect(kinds[kind as keyof typeof measured].widthCh, kind).toBeGreaterThan(width);
});

it('at a desk the vouchers have all their columns without being scrolled', () => {
  // Exact to the pixel, because a character is as wide as measured.
  const columns = vouchers.list.columns.map(name =>
    columnWidthCh(name, vouchers.fields[name as keyof typeof vouchers.fields]),
  );
  expect(columns.reduce((sum, width) => sum + padding + width, boxes)).toBeLessThan(1134 / 8.83);
});

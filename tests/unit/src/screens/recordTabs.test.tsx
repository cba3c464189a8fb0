// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type DataProvider, DataProviderContext } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { clients } from '../../../../src/resources/clients.ts';
import { vehicleBrands } from '../../../../src/resources/vehicleBrands.ts';
import { webhooks } from '../../../../src/resources/webhooks.ts';
import { listsOnPageOf } from '../../../../src/screens/record/Related.tsx';
import { Tabs } from '../../../../src/screens/record/Tabs.tsx';
import { Stand } from '../layout/frame.tsx';

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
  expect(listsOnPageOf(clients, ['MANAGER']).map(({ list, by }) => [list, by])).toEqual([
    ['vouchers', 'ClientId'],
    ['accidents-opened', 'ClientId'],
    ['accidents-closed', 'ClientId'],
    ['accidents-notvalid', 'ClientId'],
  ]);
  expect(listsOnPageOf(webhooks, ['OPERATOR'])).toEqual([]);
});

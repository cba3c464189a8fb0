// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type DataProvider, DataProviderContext } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { vehicleBrands } from '../../../../src/resources/vehicleBrands.ts';
import { Tabs } from '../../../../src/screens/record/Tabs.tsx';
import { Stand } from '../layout/frame.tsx';

afterEach(cleanup);

const tabs = {
  main: { title: { ru: 'Марка', en: 'Brand' }, sections: [] },
  models: { title: { ru: 'Модели', en: 'Models' }, related: { resource: 'vehicleModels', by: 'BrandId' } },
} as const;
const models = [
  { id: 5, Id: 5, Name: 'Rio', Brand: 'Kia', BrandId: 3, CarType: 'Седан', FromYear: 2000, ToYear: null },
  { id: 6, Id: 6, Name: 'Ceed', Brand: 'Kia', BrandId: 3, CarType: 'Хэтчбек', FromYear: 2006, ToYear: 2018 },
];

it('a tab of related records shows the rows that belong to the record, with a link to each', async () => {
  const getList = vi.fn(async (..._: Parameters<DataProvider['getList']>) => ({ data: models, total: 12 }));
  render(
    <Stand>
      <DataProviderContext.Provider value={{ getList } as unknown as DataProvider}>
        <Tabs resource={vehicleBrands} record={{ id: 3, Id: 3, Name: 'Kia' }} tabs={tabs} parts={{}} />
      </DataProviderContext.Provider>
    </Stand>,
  );
  await userEvent.click(screen.getByRole('tab', { name: 'Модели' }));
  const panel = within(await screen.findByRole('tabpanel', { name: 'Модели' }));
  const links = (await panel.findAllByRole('link')).map(link => link.getAttribute('href'));
  expect(links.slice(0, 2)).toEqual(['/cabinet/admin/vehicle-models/5/', '/cabinet/admin/vehicle-models/6/']);
  expect(decodeURIComponent(links[2] ?? '')).toBe('/cabinet/admin/vehicle-models/?filter={"BrandId":"3"}');
  expect(getList.mock.calls.map(([resource, { filter }]) => [resource, filter])).toEqual([
    ['vehicleModels', { BrandId: '3' }],
  ]);
  expect(panel.getAllByRole('row').map(row => row.textContent)[1]).toContain('Rio');
});

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { DataProviderContext, TestMemoryRouter, useGetList } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchTitles } from '../../../../src/dataProvider/dictionary.ts';
import { dataProvider } from '../../../../src/dataProvider/index.ts';
import { kinds } from '../../../../src/fields/registry.ts';
import { applyLanguage, openTexts } from '../../../../src/i18n/store.ts';
import { TextsProvider } from '../../../../src/i18n/TextsProvider.tsx';
import { accidents } from '../../../../src/resources/accidents.ts';
import { cellOf } from '../../../../src/schema/kinds/cell.ts';

const asked: string[] = [];
const row = { Id: 1, StatusOfRoadAccidentID: 2, StatusOfRoadAccident: 'В работе', CarPartIds: [] };
const titles = { ru: 'В работе', en: 'In progress' };

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Headers }) => {
    const { pathname } = new URL(address, window.location.origin);
    const locale = headers.get('Accept-Language') as 'ru' | 'en';
    asked.push(`${pathname} ${locale}`);
    if (pathname.includes('/Info/')) return Response.json([{ Id: '2', Title: titles[locale] }]);
    return Response.json({ Items: [row], Total: 1 });
  });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await applyLanguage('ru');
});

const name = 'StatusOfRoadAccident';
const field = accidents.fields[name];
let client: QueryClient;

const Rows = () => {
  const { data = [] } = useGetList('accidents-opened');
  client = useQueryClient();
  const { Cell } = kinds[field.kind];
  return data.map(each => <Cell key={each.id} {...{ name, field, row: each, resource: accidents }} />);
};

it('rows hold ids: in another language their titles change, and no row is read again', async () => {
  await openTexts('first');
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })}>
      <TextsProvider>
        <DataProviderContext.Provider value={dataProvider}>
          <TestMemoryRouter>
            <Rows />
          </TestMemoryRouter>
        </DataProviderContext.Provider>
      </TextsProvider>
    </QueryClientProvider>,
  );
  await screen.findByText('В работе');
  await act(() => applyLanguage('en'));
  await screen.findByText('In progress');
  const dictionary = '/api/v2/Info/statusesOfRoadAccident';
  expect(asked).toEqual(['/api/v2/Accident/table/opened ru', `${dictionary} ru`, `${dictionary} en`]);
  const cached = client.getQueryCache().findAll({ queryKey: ['accidents-opened'] });
  expect(JSON.stringify(cached.map(({ state }) => state.data))).not.toContain('В работе');

  // Exports use the same texts.
  const titleOf = await fetchTitles(client, accidents, [name], 'en');
  const cell = cellOf({ name, field, row }, { locale: 'en', zone: '', titleOf });
  expect(cell).toEqual({ type: 'text', text: 'In progress' });
  expect(asked).toHaveLength(3);
});

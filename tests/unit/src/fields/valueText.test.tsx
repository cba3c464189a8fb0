// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { DataProviderContext, TestMemoryRouter, useGetList } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchTitles } from '../../../../src/dataProvider/dictionary.ts';
import { dataProvider } from '../../../../src/dataProvider/index.ts';
import { kinds } from '../../../../src/fields/registry.ts';
import { ValueText } from '../../../../src/fields/ValueText.tsx';
import { applyLanguage, openTexts } from '../../../../src/i18n/store.ts';
import { TextsProvider } from '../../../../src/i18n/TextsProvider.tsx';
import { accidents } from '../../../../src/resources/accidents.ts';
import { clients } from '../../../../src/resources/clients.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import type { FormDescription } from '../../../../src/schema/define.ts';
import { exportCellOf } from '../../../../src/schema/kinds/cell.ts';

describe('value text', () => {
  let clientsRead: () => Response;
  beforeEach(async () => {
    clientsRead = () => Response.json({ Items: [{ Id: 220, FullName: 'Иванова Анна', Version: 1 }], Total: 1 });
    vi.stubGlobal('fetch', async (address: string) =>
      address.includes('/Info/') ? Response.json([{ Id: 'RU', Title: 'Россия' }]) : clientsRead(),
    );
    await openTexts('whole');
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const show = (resource: FormDescription, name: string, value: unknown) =>
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <TextsProvider>
          <DataProviderContext.Provider value={dataProvider}>
            <TestMemoryRouter>
              <ValueText {...{ resource, name, value }} />
            </TestMemoryRouter>
          </DataProviderContext.Provider>
        </TextsProvider>
      </QueryClientProvider>,
    );

  it('a history names the client that was picked, and the country that was chosen', async () => {
    const { container } = show(vouchers, 'ClientId', 220);
    expect(container.textContent).toBe('…');
    expect(await screen.findByText('Иванова Анна')).toBeDefined();
    cleanup();
    show(clients, 'Country', 'RU');
    expect(await screen.findByText('Россия')).toBeDefined();
  });

  it('says of a record that is gone that it is, and of one that cannot be read its number', async () => {
    clientsRead = () => Response.json({ Items: [], Total: 0 });
    show(vouchers, 'ClientId', 220);
    expect(await screen.findByText('#220, записи больше нет')).toBeDefined();
    cleanup();
    clientsRead = () => Response.json({ Message: 'no' }, { status: 403 });
    show(vouchers, 'ClientId', 220);
    expect(await screen.findByText('#220')).toBeDefined();
  });

  it('writes a phone as everywhere else', () => {
    const { container } = show(vouchers, 'PhoneNumber', '+79623471293');
    expect(container.textContent).toBe('+7 962 347-12-93');
  });
});

describe('titles', () => {
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
    const cell = exportCellOf({ name, field, row }, { locale: 'en', zone: '', titleOf });
    expect(cell).toEqual({ type: 'text', text: 'In progress' });
    expect(asked).toHaveLength(3);
  });
});

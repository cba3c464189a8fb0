// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { DataProviderContext, TestMemoryRouter } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataProvider } from '../../../../src/dataProvider/index.ts';
import { ValueText } from '../../../../src/fields/ValueText.tsx';
import { openTexts } from '../../../../src/i18n/store.ts';
import { TextsProvider } from '../../../../src/i18n/TextsProvider.tsx';
import { clients } from '../../../../src/resources/clients.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import type { Described } from '../../../../src/schema/define.ts';

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

const show = (resource: Described, name: string, value: unknown) =>
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
  expect(await screen.findByText('№ 220, записи уже нет')).toBeDefined();
  cleanup();
  clientsRead = () => Response.json({ Message: 'no' }, { status: 403 });
  show(vouchers, 'ClientId', 220);
  expect(await screen.findByText('№ 220')).toBeDefined();
});

it('writes a phone as everywhere else', () => {
  const { container } = show(vouchers, 'PhoneNumber', '+79623471293');
  expect(container.textContent).toBe('+7 962 347-12-93');
});

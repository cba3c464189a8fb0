// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { useFollowLanguage } from '../../../../src/app/useFollowLanguage.ts';
import { currentLocale } from '../../../../src/i18n/locale.ts';
import { applyLocale, openTexts } from '../../../../src/i18n/store.ts';
import { TextsProvider } from '../../../../src/i18n/TextsProvider.tsx';

it('rows of a list are asked for again in the language chosen; what holds no titles is not', async () => {
  await openTexts('first');
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const rows = vi.fn(async () => currentLocale());
  const totals = vi.fn(async () => 1);
  const observe = (queryKey: readonly unknown[], queryFn: () => Promise<unknown>) =>
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  const list = ['accidents-opened', 'getList', {}];
  const stops = [observe(list, rows), observe(['dashboard', 'total'], totals)];
  await vi.waitFor(() => expect(client.getQueryData(list)).toBe('ru'));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <TextsProvider>{children}</TextsProvider>
    </QueryClientProvider>
  );
  renderHook(useFollowLanguage, { wrapper });
  await act(() => applyLocale('en'));
  await vi.waitFor(() => expect(client.getQueryData(list)).toBe('en'));
  expect([rows.mock.calls.length, totals.mock.calls.length]).toEqual([2, 1]);
  for (const stop of stops) stop();
});

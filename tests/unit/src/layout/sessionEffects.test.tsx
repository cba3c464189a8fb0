// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { useRepeatFailed } from '../../../../src/app/SessionEffects.tsx';
import { setConnectionPhase } from '../../../../src/live/store.ts';

it('what failed while the stream was cut is asked for again when it comes, and not before', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const ask = vi
    .fn()
    .mockRejectedValueOnce(new Error('500'))
    .mockRejectedValueOnce(new Error('503'))
    .mockResolvedValue('rows');
  setConnectionPhase('off');
  await client.fetchQuery({ queryKey: ['list'], queryFn: ask }).catch(() => {});
  renderHook(useRepeatFailed, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  act(() => setConnectionPhase('live'));
  expect(ask).toHaveBeenCalledTimes(1);
  act(() => setConnectionPhase('lost'));
  await client.fetchQuery({ queryKey: ['list'], queryFn: ask }).catch(() => {});
  expect(ask).toHaveBeenCalledTimes(2);
  act(() => setConnectionPhase('live'));
  await vi.waitFor(() => expect(client.getQueryData(['list'])).toBe('rows'));
});

// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchLeases } from '../../../../src/live/leases.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('rows in sight whose lease should have run out are looked up, with one question a list', async () => {
  const client = new QueryClient();
  const show = (list: string, data: readonly object[]) =>
    new QueryObserver(client, { queryKey: [list, 'getList', {}], queryFn: async () => ({ data }) }).subscribe(() => {});
  const now = Date.now();
  const inMs = (ms: number) => new Date(now + ms).toISOString();
  const stops = [
    show('accidents-opened', [
      { id: 1, LockedUntil: inMs(-1000) },
      { id: 2, LockedUntil: inMs(60_000) },
      { id: 3, LockedUntil: null },
      { id: 4, LockedUntil: inMs(1000) },
    ]),
    // The same id in another list is another record.
    show('vouchers', [{ id: 1, LockedUntil: inMs(-1000) }]),
  ];
  const fresh = { LockedBy: 9, LockedByName: 'Ольга', LockedUntil: inMs(40_000) };
  const getMany = vi.fn(async (_: string, { ids }: { ids: readonly unknown[] }) => ({
    data: ids.map(id => ({ id, Version: 5, ClientName: 'Анна', ...fresh })),
  }));
  const put = vi.fn();
  const stop = watchLeases(client, { getMany } as never, put);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(getMany.mock.calls).toEqual([['accidents-opened', { ids: [1, 4] }]]);
  expect(put.mock.calls).toEqual([1, 4].map(id => ['accidents-opened', id, fresh, 5]));
  stop();
  for (const end of stops) end();
});

// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/client.ts';
import { pollJob } from '../../../../src/live/pollJob.ts';
import { watchLeases } from '../../../../src/live/start.ts';

describe('polling of a job', () => {
  const intervalMs = 3000;
  const refusal = (status: number) => new ApiError(status, { Message: 'нет', TraceId: 't' });

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Returns how often a query asks the server in a minute. The last answer repeats. */
  const countCalls = async (...answers: readonly (string | ApiError)[]): Promise<number> => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
    let calls = 0;
    const observer = new QueryObserver<string>(client, {
      queryKey: ['job'],
      queryFn: async () => {
        const answer = answers[Math.min(calls++, answers.length - 1)]!;
        if (answer instanceof ApiError) throw answer;
        return answer;
      },
      refetchInterval: pollJob(intervalMs, state => state === 'running'),
    });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    stop();
    client.clear();
    return calls;
  };

  it.each([
    ['has ended', ['running', 'running', 'done'], 3],
    ['has been deleted', ['running', refusal(404)], 2],
    ['has never existed', [refusal(404)], 1],
    ['may no longer be read', ['running', refusal(403)], 2],
  ] as const)('a job is asked for until it %s', async (_, answers, calls) => {
    expect(await countCalls(...answers)).toBe(calls);
  });

  it.each([
    ['while it runs', ['running']],
    ['while the server is down', ['running', refusal(503)]],
  ] as const)('a job is asked for %s', async (_, answers) => {
    expect(await countCalls(...answers)).toBeGreaterThan(15);
  });
});

describe('leases in sight', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('rows in sight whose lease should have run out are looked up, with one question a list', async () => {
    const client = new QueryClient();
    const show = (list: string, data: readonly object[]) =>
      new QueryObserver(client, { queryKey: [list, 'getList', {}], queryFn: async () => ({ data }) }).subscribe(
        () => {},
      );
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
});

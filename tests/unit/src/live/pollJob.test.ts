// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/client.ts';
import { pollJob } from '../../../../src/live/pollJob.ts';

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

import { afterEach, expect, it } from 'vitest';
import { makeWorkers, type Workers, whileIdle } from '../../../../server/threads/workers.ts';

const file = new URL('../../../fixtures/sleepingThread.mjs', import.meta.url).href;
const opened: Workers[] = [];
const open = (threads: number): Workers => {
  const workers = makeWorkers(
    error => {
      throw error;
    },
    { threads, heapMb: 64, youngMb: 8 },
    { file },
  );
  opened.push(workers);
  return workers;
};
afterEach(async () => void (await Promise.all(opened.splice(0).map(workers => workers.close()))));

const task = (workers: Workers, ms: number) => workers.run<(ms: number) => number>('x', ms);

it('work alone waits for all tasks, and later tasks wait for it', async () => {
  const workers = open(2);
  const order: string[] = [];
  const note = (what: string) => () => void order.push(what);
  await Promise.all([
    task(workers, 20).then(note('task')),
    task(workers, 0).then(note('task')),
    workers.runWhenIdle(async () => note('alone begins')()).then(note('alone ends')),
    task(workers, 0).then(note('later')),
  ]);
  expect(order).toEqual(['task', 'task', 'alone begins', 'alone ends', 'later']);
});

it('work alone ends idle threads, whose memory it needs', async () => {
  const workers = open(1);
  const first = await task(workers, 0);
  expect(await task(workers, 0)).toBe(first);
  await workers.runWhenIdle(async () => {});
  expect(await task(workers, 0)).not.toBe(first);
});

it('whoever gives up waiting for a busy thread holds nobody up', async () => {
  const workers = open(1);
  const long = task(workers, 100);
  const givenUp = new AbortController();
  const alone = workers.runWhenIdle(async () => {}, givenUp.signal);
  const later = task(workers, 0);
  givenUp.abort(new Error('too late'));
  await expect(alone).rejects.toThrow('too late');
  expect(await later).toBe(await long);
});

it('an error of work alone leaves the threads usable', async () => {
  const workers = open(2);
  await expect(workers.runWhenIdle(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await task(workers, 0)).toBeGreaterThan(0);
});

it('work may need several kinds of threads, or none', async () => {
  const [readers, writers] = [open(1), open(1)];
  const order: string[] = [];
  const note = (what: string) => () => void order.push(what);
  await Promise.all([
    task(readers, 20).then(note('task')),
    task(writers, 0).then(note('task')),
    whileIdle([readers, writers])(async () => note('drawn')()),
  ]);
  expect(order).toEqual(['task', 'task', 'drawn']);
  expect(await whileIdle([])(async () => 'at once')).toBe('at once');
});

it('a task of a server that ends is refused as overloaded, whether it runs, waits or comes later', async () => {
  const workers = open(1);
  await task(workers, 0);
  const tasks = [task(workers, 60_000), task(workers, 0)].map(each => each.catch((error: unknown) => error));
  await workers.close();
  const late = task(workers, 0).catch((error: unknown) => error);
  for (const error of await Promise.all([...tasks, late]))
    expect(error).toMatchObject({ code: 'OVERLOADED', status: 503, details: { retryAfterS: 5 } });
});

it('a task whose thread cannot start is refused as overloaded, and does not wait for ever', async () => {
  const errors: unknown[] = [];
  const missing = new URL('../../../fixtures/noSuchThread.mjs', import.meta.url).href;
  const workers = makeWorkers(
    error => void errors.push(error),
    { threads: 2, heapMb: 64, youngMb: 8 },
    { file: missing },
  );
  opened.push(workers);
  for (const tasks of [3, 1]) {
    const answers = Array.from({ length: tasks }, () => task(workers, 0).catch((error: unknown) => error));
    for (const error of await Promise.all(answers)) expect(error).toMatchObject({ code: 'OVERLOADED', status: 503 });
  }
  expect(errors[0]).toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' });
});

import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import Type from 'typebox';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { inTransaction } from '../../server/db/change.ts';
import { defineJob, type ScheduledTask } from '../../server/engine/jobs/define.ts';
import { defaultJobs, startJobs } from '../../server/engine/jobs/queue.ts';
import { reviveJobs } from '../../server/engine/jobs/repository.ts';
import { startJob } from '../../server/engine/jobs/service.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  // This server does not listen, and so runs no jobs itself.
  app = await openTestApp();
});
const endAll = async () => {
  for (const end of ends.values()) end();
  await Promise.all(stops.splice(0).map(stop => stop()));
};
afterEach(endAll);
afterAll(() => app.close());

const begun: number[] = [];
const ends = new Map<number, () => void>();
const kind = defineJob({
  kind: 'turns',
  input: Type.Object({}),
  notifyAuthor: async () => undefined,
  run: async (_context, _input, { job }) => {
    const ended = new Promise<void>(done => void ends.set(job.id, done));
    begun.push(job.id);
    await ended;
    return async () => ({});
  },
});

const ask = async (companyId: number): Promise<number> => {
  const { id: accountId } = await app.given.account(companyId, 'MANAGER');
  const at = app.clock.now();
  const caller = { accountId, companyId, companyName: '', fullName: 'A', roles: [], freshUntil: null, timeZone: 'UTC' };
  return inTransaction(app.connection.db, { companyId, accountId, name: 'A', requestId: null, at }, tx =>
    startJob(tx, caller, { kind, input: {}, at, expiresAt: at }),
  );
};
const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn() };
const context = () => ({ ...app.connection, now: app.clock.now, log }) as never;
/** Starts a job runner with two jobs per company at once, like each process. */
const begin = async (scheduled: readonly ScheduledTask[] = []) =>
  void stops.push(
    await startJobs(
      context(),
      [kind],
      { dispatchers: [], tasks: [], scheduled },
      { ...defaultJobs, jobsPerCompanyMax: 2 },
    ),
  );
const soon = (check: () => void) => vi.waitFor(check, { interval: 10 });
/** Waits until exactly these jobs have started. Jobs taken at the same moment start in any order. */
const soonBegun = (jobs: readonly number[], since = 0) =>
  soon(() => expect(begun.slice(since).toSorted((one, two) => one - two)).toEqual(jobs));
const askFor = async (companyId: number, howMany: number): Promise<number[]> => {
  const asked: number[] = [];
  for (let n = 0; n < howMany; n += 1) asked.push(await ask(companyId));
  return asked;
};

it('one company with many long jobs holds up neither another’s nor what is done by the clock, and its own keep their order', async () => {
  const [busy, other] = [await app.given.company(), await app.given.company()];
  const atWork = await askFor(busy, 2);
  const byTheClock = vi.fn(async () => {});
  await begin([{ task: 'tick', cron: '0 0 1 1 *', run: byTheClock }]);
  await soonBegun(atWork);
  const waiting = await askFor(busy, 4);
  // The company uses both of its slots, and another slot is free for others.
  const [its, next] = [await ask(other), await ask(other)];
  await soonBegun([...atWork, its]);
  // Jobs that wait for a minute are queued again, in case they were lost. Each keeps its position.
  await app.connection.pool.query(
    "update job set heartbeat_at = now() - interval '2 minutes' where state = 'queued' and id <> $1",
    [waiting.at(-1)],
  );
  await reviveJobs(context(), [kind], 600_000);
  ends.get(its)?.();
  await soonBegun([...atWork, its, next]);
  ends.get(next)?.();
  await app.connection.pool.query("select graphile_worker.add_job('tick')");
  await soon(() => expect(byTheClock).toHaveBeenCalled());
  for (const [n, id] of [...atWork, ...waiting].entries()) {
    ends.get(id)?.();
    await soon(() => expect(begun.filter(each => waiting.includes(each))).toEqual(waiting.slice(0, n + 1)));
  }
});

it('each of several processes leaves a slot to other companies, and the company with fewer jobs comes first', async () => {
  const [busy, other] = [await app.given.company(), await app.given.company()];
  const since = begun.length;
  const atWork = await askFor(busy, 4);
  await Promise.all([begin(), begin()]);
  await soonBegun(atWork, since);
  const fifth = await ask(busy);
  const its = await askFor(other, 2);
  await soonBegun([...atWork, ...its], since);
  const itsThird = await ask(other);
  ends.get(atWork[0] ?? 0)?.();
  await soonBegun([...atWork, ...its, itsThird], since);
  for (const id of [...its, itsThird]) ends.get(id)?.();
  await soonBegun([...atWork, fifth, ...its, itsThird], since);
});

it('jobs are looked for once at a time: while the database stands still, its connections are left to others', async () => {
  const other = await openTestApp(undefined, { jobs: { startHook: 'onReady', reviveEveryMs: 10 } });
  try {
    const { db, pool } = other.connection;
    const taken = await db.transaction().execute(async tx => {
      const before = pool.totalCount - pool.idleCount;
      await sql`lock table job in access exclusive mode`.execute(tx);
      await setTimeout(1000);
      return pool.totalCount - pool.idleCount - before;
    });
    // One connection for jobs, and one for webhooks.
    expect(taken).toBeLessThanOrEqual(2);
  } finally {
    await other.close();
  }
});

it('removes the task of a job that failed, because the row of the job says whether it is still to be done', async () => {
  const tasks = async () =>
    (await app.connection.pool.query("select attempts from graphile_worker.jobs where key = 'spent'")).rows;
  await app.connection.pool.query(
    `select graphile_worker.add_job('job', '{"companyId": 0, "id": "no number"}', max_attempts := 1, job_key := 'spent')`,
  );
  expect(await tasks()).toEqual([{ attempts: 0 }]);
  await begin();
  await expect.poll(tasks, { timeout: 30_000 }).toEqual([]);
  expect(log.warn).toHaveBeenCalledWith({ queue: 'error' }, expect.stringContaining('Failed task'));
});

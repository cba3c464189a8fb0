import Type from 'typebox';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { inTransaction } from '../../server/db/change.ts';
import { defineJob, type Scheduled } from '../../server/jobs/define.ts';
import { startJobs, usualJobs } from '../../server/jobs/queue.ts';
import { revive } from '../../server/jobs/repository.ts';
import { startJob } from '../../server/jobs/service.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

vi.setConfig({ testTimeout: 60_000 });

let app: TestApp;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  // It does not listen, and so does no jobs itself.
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
  tellAuthor: async () => undefined,
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
  const caller = { accountId, companyId, companyName: '', fullName: 'A', roles: [], freshUntil: null };
  return inTransaction(app.connection.db, { companyId, accountId, name: 'A', requestId: null, at }, tx =>
    startJob(tx, caller, { kind, input: {}, at, expiresAt: at }),
  );
};
const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn() };
const context = () => ({ ...app.connection, now: app.clock.now, log }) as never;
/** Begins to do jobs, two of a company at once, as each process does for itself. */
const begin = async (scheduled: readonly Scheduled[] = []) =>
  void stops.push(await startJobs(context(), [kind], { dispatchers: [], scheduled }, { ...usualJobs, atOnce: 2 }));
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 10 });

it('one company with many long jobs holds up neither another’s nor what is done by the clock, and its own keep their order', async () => {
  const [busy, other] = [await app.given.company(), await app.given.company()];
  const many: number[] = [];
  for (let n = 0; n < 6; n += 1) many.push(await ask(busy));
  const byTheClock = vi.fn(async () => {});
  const scheduled = [{ task: 'tick', cron: '0 0 1 1 *', run: byTheClock }];
  await begin(scheduled);
  await soon(() => expect(begun).toEqual(many.slice(0, 2)));
  // Both of its places are taken, and one is left for others.
  const [its, next] = [await ask(other), await ask(other)];
  await soon(() => expect(begun).toEqual([...many.slice(0, 2), its]));
  // Those that wait are put into the queue again after a minute, in case they were lost: each stays where it was.
  await app.connection.pool.query(
    "update job set beat_at = beat_at - interval '2 minutes' where state = 'queued' and id <> $1",
    [many[5]],
  );
  await revive(context(), [kind], 600_000);
  ends.get(its)?.();
  await soon(() => expect(begun).toEqual([...many.slice(0, 2), its, next]));
  ends.get(next)?.();
  await app.connection.pool.query("select graphile_worker.add_job('tick')");
  await soon(() => expect(byTheClock).toHaveBeenCalled());
  for (const [n, id] of many.entries()) {
    ends.get(id)?.();
    await soon(() => expect(begun.filter(each => many.includes(each))).toEqual(many.slice(0, n + 3)));
  }
});

it('of several processes each leaves a place to others, and whoever has fewer at work or waiting comes first', async () => {
  const [busy, other] = [await app.given.company(), await app.given.company()];
  const many: number[] = [];
  for (let n = 0; n < 6; n += 1) many.push(await ask(busy));
  const since = begun.length;
  await Promise.all([begin(), begin()]);
  const now = () => begun.slice(since).toSorted((one, two) => one - two);
  await soon(() => expect(now()).toEqual(many.slice(0, 4)));
  const its = [await ask(other), await ask(other)];
  await soon(() => expect(now()).toEqual([...many.slice(0, 4), ...its]));
  const itsThird = await ask(other);
  ends.get(many[0] ?? 0)?.();
  await soon(() => expect(now()).toEqual([...many.slice(0, 4), ...its, itsThird]));
  for (const id of [...its, itsThird]) ends.get(id)?.();
  await soon(() => expect(now()).toEqual([...many.slice(0, 5), ...its, itsThird]));
});

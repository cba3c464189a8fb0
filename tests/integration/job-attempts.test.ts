import { once } from 'node:events';
import Type from 'typebox';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inTransaction } from '../../server/db/change.ts';
import { defineJob, type Finish, type JobControls, type JobOutcome } from '../../server/engine/jobs/define.ts';
import { makePartSender, writeInParts } from '../../server/engine/jobs/parts.ts';
import { reviveJobs } from '../../server/engine/jobs/repository.ts';
import { runJob } from '../../server/engine/jobs/run.ts';
import { cancelJob, startJob } from '../../server/engine/jobs/service.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let companyId: number;
let authorId: number;
beforeAll(async () => {
  // This server does not listen, and so runs no jobs itself.
  app = await openTestApp();
  companyId = await app.given.company();
  authorId = (await app.given.account(companyId, 'MANAGER')).id;
});
afterAll(() => app.close());

const jobRow = async (id: number) =>
  await app.connection.db
    .selectFrom('job')
    .select(['state', 'attempt', 'error', 'lost_processes as lostProcesses', 'failed_attempts as failedAttempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Simulated time of a process's last heartbeat. It must lie after the start of the database, which may be young. */
const lately = "greatest(now() - interval '5 seconds', pg_postmaster_start_time() + interval '1 second')";
const age = (ids: readonly number[], since = lately) =>
  app.connection.pool.query(`update job set heartbeat_at = ${since} where id = any($1)`, [ids]);

const log = { warn: vi.fn(), error: vi.fn() };
const context = () => ({ ...app.connection, now: app.clock.now, log }) as never;
const place = (id: number) => ({ companyId, id });
const asAuthor = <T>(work: Parameters<typeof inTransaction<T>>[2]) => {
  const author = { companyId, accountId: authorId, name: 'A', requestId: null, at: app.clock.now() };
  return inTransaction(app.connection.db, author, work);
};

const startKind = async (run: (doing: JobControls) => Promise<Finish>, beatMs = 20) => {
  const runOptions = { heartbeatMs: beatMs, closing: new AbortController().signal };
  const outcomes: JobOutcome[] = [];
  const kind = defineJob({
    kind: 'test',
    input: Type.Object({}),
    notifyAuthor: async (_tx, _job, _input, { outcome }) => void outcomes.push(outcome),
    run: async (_context, _input, doing) => run(doing),
  });
  const caller = {
    accountId: authorId,
    companyId,
    companyName: '',
    fullName: 'A',
    roles: [],
    freshUntil: null,
    timeZone: 'UTC',
  };
  const at = app.clock.now();
  const id = await asAuthor(tx => startJob(tx, caller, { kind, input: {}, at, expiresAt: at }));
  return { id, kind, outcomes, work: () => runJob(context(), [kind], place(id), runOptions) };
};

it('the result of a job appears with its end; a job that was cancelled meanwhile leaves no result', async () => {
  const write: Finish = async tx => {
    await tx.audit({ entity: 'test', entityId: 1, action: 'done', changes: [] });
    return { Changed: 1 };
  };
  const written = async () =>
    (await app.connection.db.selectFrom('audit').select('id').where('entity', '=', 'test').execute()).length;
  const cancelled = await startKind(async ({ signal }) => {
    await asAuthor(tx => cancelJob(tx, place(cancelled.id), app.clock.now()));
    await vi.waitFor(() => expect(signal.aborted).toBe(true));
    return write;
  });
  await cancelled.work();
  expect([(await jobRow(cancelled.id)).state, await written()]).toEqual(['cancelled', 0]);
  const whole = await startKind(async ({ progress }) => {
    progress(7, 7);
    return write;
  });
  await whole.work();
  expect([(await jobRow(whole.id)).state, await written()]).toEqual(['done', 1]);
});

it('a part of a file that is written after its job was cancelled is not kept', async () => {
  const parts = async () =>
    (await app.connection.pool.query('select 1 from job_chunk where job_id = $1', [cancelled.id])).rows.length;
  let before = 0;
  const cancelled = await startKind(async doing => {
    await writeInParts(context(), doing, async (port, signal) => {
      const { sendPart } = makePartSender(port);
      await sendPart(new Uint8Array([1]), 1, 2);
      before = await parts();
      await asAuthor(tx => cancelJob(tx, place(cancelled.id), app.clock.now()));
      await Promise.race([sendPart(new Uint8Array([2]), 2, 2), once(signal, 'abort')]);
    });
    return async () => ({});
  });
  await cancelled.work();
  expect([before, await parts()]).toEqual([1, 0]);
});

/**
 * Silence of a job's process, milliseconds. It is long, because a heartbeat between the ageing of a job and its revival
 * would keep the job.
 */
const silentMs = 600_000;

/** Starts a job whose attempts do not end before `release`. */
const startHeld = async () => {
  let release = () => {};
  const held = new Promise<void>(done => {
    release = done;
  });
  const begun: Promise<void>[] = [];
  const job = await startKind(async () => {
    await held;
    return async () => ({});
  }, silentMs);
  const begin = async () => {
    const { attempt } = await jobRow(job.id);
    begun.push(job.work());
    await vi.waitFor(async () =>
      expect(await jobRow(job.id)).toMatchObject({ state: 'running', attempt: attempt + 1 }),
    );
  };
  const end = async () => {
    release();
    await Promise.all(begun);
  };
  return { ...job, begin, end };
};
const deadMs = 100;
const lookAfter = (...kinds: readonly { kind: { kind: string } }[]) =>
  reviveJobs(context(), kinds.map(({ kind }) => kind) as never, deadMs);

it('a job that loses its process five times fails and is not started again', async () => {
  const job = await startHeld();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await job.begin();
    await age([job.id]);
    await lookAfter(job);
  }
  expect(await jobRow(job.id)).toMatchObject({ state: 'failed', error: { Code: 'JOB_INTERRUPTED' } });
  await job.end();
  expect(await jobRow(job.id)).toMatchObject({ state: 'failed', attempt: 5 });
  // The lost attempts ended too, and got the outcome JOB_INTERRUPTED.
  expect(job.outcomes).toContainEqual({ error: { Code: 'JOB_INTERRUPTED' } });
});

it('a job that outages interrupt ten times goes on, and none of these attempts counts', async () => {
  const outages = [
    { code: '53100' },
    { code: '57P01' },
    { code: '08P01' },
    { code: 'ECONNREFUSED', syscall: 'connect' },
    { message: 'Connection terminated unexpectedly' },
  ];
  let begun = 0;
  const job = await startKind(async () => {
    begun += 1;
    if (begun <= 10) throw Object.assign(new Error('away'), outages[begun % outages.length]);
    return async () => ({ Whole: true });
  }, silentMs);
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await job.work();
    expect(await jobRow(job.id)).toMatchObject({ state: 'queued', attempt, failedAttempts: [] });
  }
  await job.work();
  expect(await jobRow(job.id)).toMatchObject({ state: 'done', attempt: 11 });
  expect(job.outcomes).toEqual([{ result: { Whole: true } }]);
});

it('a job rests longer after each outage, and none is begun a hundred times', async () => {
  const job = await startKind(async () => {
    throw Object.assign(new Error('away'), { code: '53100' });
  });
  const key = `${companyId}-${job.id}`;
  const { pool } = app.connection;
  /** Does the attempt with this number, and returns how long after it the next one may begin. */
  const restAfter = async (attempt: number): Promise<number> => {
    await pool.query('select graphile_worker.remove_job($1)', [key]);
    await pool.query('update job set attempt = $2 where id = $1', [job.id, attempt - 1]);
    await job.work();
    const { rows } = await pool.query(
      `select extract(epoch from run_at - heartbeat_at)::float8 as s from graphile_worker.jobs, job where key = $1 and job.id = $2`,
      [key, job.id],
    );
    return rows[0]?.s as number;
  };
  expect(await restAfter(1)).toBeLessThanOrEqual(1);
  const later = await restAfter(8);
  expect(later).toBeGreaterThanOrEqual(60);
  expect(later).toBeLessThanOrEqual(128);
  expect(await restAfter(99)).toBeLessThanOrEqual(300);
  await job.work();
  expect(await jobRow(job.id)).toMatchObject({ state: 'failed', attempt: 100, error: { Code: 'DATABASE_DOWN' } });
});

it('a job that waits too long for others is begun again twice, then told as failed', async () => {
  const job = await startKind(async () => {
    throw Object.assign(new Error('lock timeout'), { code: '55P03' });
  });
  for (const state of ['queued', 'queued', 'failed']) {
    await job.work();
    expect(await jobRow(job.id)).toMatchObject({ state });
  }
  expect((await jobRow(job.id)).error).toMatchObject({ Code: 'OVERLOADED' });
});

it('a job whose process vanishes together with its database is begun ten times at most', async () => {
  const job = await startHeld();
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await job.begin();
    await age([job.id], "pg_postmaster_start_time() - interval '1 second'");
    await lookAfter(job);
    const state = attempt < 10 ? 'queued' : 'failed';
    expect(await jobRow(job.id)).toMatchObject({ state, attempt, failedAttempts: [] });
  }
  expect((await jobRow(job.id)).error).toEqual({ Code: 'JOB_INTERRUPTED' });
  await job.end();
});

it('jobs of several processes that vanish at once are begun again, and it does not count against them', async () => {
  const jobs = [await startHeld(), await startHeld()];
  for (const job of jobs) await job.begin();
  const ids = jobs.map(({ id }) => id);
  await app.connection.pool.query('update job set process = gen_random_uuid() where id = any($1)', [ids]);
  await age(ids);
  await lookAfter(...jobs);
  for (const { id } of jobs) expect(await jobRow(id)).toMatchObject({ state: 'queued', failedAttempts: [] });
  for (const job of jobs) await job.end();
});

it('jobs that vanish with one process are begun again one by one, so that only the guilty one is given up', async () => {
  const [guilty, innocent] = [await startHeld(), await startHeld()] as const;
  await guilty.begin();
  await innocent.begin();
  const ids = [guilty.id, innocent.id];
  await age(ids);
  await lookAfter(guilty, innocent);
  const states = async () => (await Promise.all(ids.map(jobRow))).map(({ state }) => state);
  expect((await states()).toSorted()).toEqual(['queued', 'running']);
  // While one job runs the other waits. The waiting job comes first after the running one is lost again.
  const again = (await states())[0] === 'queued' ? guilty : innocent;
  await again.begin();
  await age([again.id], "now() + interval '1 hour'");
  await lookAfter(guilty, innocent);
  expect(await states()).toEqual(['running', 'running']);
  await age(ids);
  await lookAfter(guilty, innocent);
  expect((await Promise.all(ids.map(jobRow))).map(({ failedAttempts }) => failedAttempts)).toEqual([[1], [1]]);
  for (const job of [guilty, innocent]) await job.end();
});

it('an attempt whose process could not say anything for a while does not count against its job', async () => {
  const job = await startHeld();
  await job.begin();
  await age([job.id]);
  await lookAfter(job);
  expect(await jobRow(job.id)).toMatchObject({ state: 'queued', failedAttempts: [1], lostProcesses: 1 });
  await job.end();
  expect(await jobRow(job.id)).toMatchObject({ state: 'queued', failedAttempts: [], lostProcesses: 0 });
});

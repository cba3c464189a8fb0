import { once } from 'node:events';
import Type from 'typebox';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inTransaction } from '../../server/db/change.ts';
import { type Doing, defineJob, type Finish, type Outcome } from '../../server/jobs/define.ts';
import { giveTo, writeInParts } from '../../server/jobs/parts.ts';
import { revive } from '../../server/jobs/repository.ts';
import { runJob } from '../../server/jobs/run.ts';
import { cancelJob, startJob } from '../../server/jobs/service.ts';
import type { TestApp } from '../support/app.ts';
import { run, spawnScript } from '../support/command.ts';
import { openProcesses, type Processes } from '../support/processes.ts';
import { openReceiver, takes, testCertificate } from '../support/receiver.ts';
import { type Running, startServer } from '../support/running.ts';
import { startProxy } from '../support/tcpProxy.ts';
import { waiters } from '../support/waiting.ts';

let processes: Processes;
let app: TestApp;
let server: Running;
let companyId: number;
let author: { id: number; token: string };
beforeAll(async () => {
  processes = await openProcesses(1, { WEBHOOK_HOSTS: '127.0.0.1', NODE_EXTRA_CA_CERTS: testCertificate });
  app = processes.app;
  [server] = processes.servers;
  companyId = await app.given.company();
  author = await app.given.account(companyId, 'MANAGER');
}, 400_000);
afterAll(() => processes.close([server]));

/** Twenty parts of a file. */
const rows = 6000;
const givenVouchers = async () => {
  await app.given.voucher(companyId);
  for (const index of ['voucher_search', 'voucher_words']) await app.connection.pool.query(`drop index ${index}`);
  await app.connection.pool.query(
    `insert into voucher (company_id, object_id, number, client_id, vehicle_id, cycle, created_at, client_name, vehicle_brand,
       vehicle_model, contract_number)
     select company_id, 'job-' || n, 'J-' || n, client_id, vehicle_id, cycle, created_at, 'Client', 'Lada', 'Vesta', repeat(md5(n::text), 100)
     from voucher, generate_series(2, $2::int) as n where company_id = $1`,
    [companyId, rows],
  );
};

const ask = async (method: string, path: string, body?: object): Promise<Response> =>
  fetch(server.address + path, {
    method,
    headers: {
      authorization: `Bearer ${(await app.given.account(companyId, 'MANAGER')).token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

const jobRow = async (id: number) =>
  await app.connection.db
    .selectFrom('job')
    .select(['state', 'attempt', 'done', 'error'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** As if its process had said nothing for a minute. */
const age = (id: number) =>
  app.connection.pool.query("update job set beat_at = now() - interval '1 minute' where id = $1", [id]);

it('an export whose server is killed in the middle is taken up by the next one, whole; until then there is no file', async () => {
  await givenVouchers();
  const order = {
    Resource: 'vouchers',
    Format: 'csv',
    Columns: ['VoucherNumber', 'ContractNumber'],
  };
  const { Id } = (await (await ask('POST', '/api/v3/exports', order)).json()) as { Id: number };
  const storedRows = async () =>
    (await app.connection.pool.query('select attempt from job_chunk where job_id = $1', [Id])).rows.length;
  await vi.waitFor(async () => expect(await storedRows()).toBeGreaterThan(0), { timeout: 150_000, interval: 5 });
  await server.kill();
  expect(await jobRow(Id)).toMatchObject({ state: 'running', attempt: 1 });
  server = await server.again();
  const file = () => ask('GET', `/api/v3/exports/${Id}/file`);
  expect((await file()).status).toBe(409);
  await age(Id);
  await vi.waitFor(async () => expect(await jobRow(Id)).toMatchObject({ state: 'done', attempt: 2, done: rows }), {
    timeout: 150_000,
    interval: 100,
  });
  const text = await (await file()).text();
  expect(new Set(text.match(/^[JV]-\d+/gm)).size).toBe(rows);
  expect(text.split('\r\n')).toHaveLength(rows + 2);
}, 400_000);

it('a webhook whose server is killed while the receiver thinks is told again by the next one, under the same id', async () => {
  const receiver = await openReceiver('https');
  const activated = await ask('POST', '/api/webhook/activate', { Url: receiver.url, Events: ['accident.create'] });
  expect(activated.status).toBe(200);
  receiver.answer(() => {});
  const voucher = await app.given.voucher(companyId);
  await ask('POST', '/api/v2/Accident', { VoucherId: voucher.id, CrashDateTime: app.clock.now().toISOString() });
  await vi.waitFor(() => expect(receiver.got()).toHaveLength(1), { timeout: 60_000 });
  await server.kill();
  receiver.answer(takes);
  server = await server.again();
  await app.connection.pool.query('update webhook set lease_until = now()');
  await vi.waitFor(() => expect(receiver.got()).toHaveLength(2), { timeout: 60_000, interval: 100 });
  const [before, after] = receiver.got();
  expect([after?.id, after?.body]).toEqual([before?.id, before?.body]);
  await receiver.close();
}, 400_000);

it('a bulk change whose server is killed in the middle goes on where it was: each record once, the count right', async () => {
  const found = await app.connection.pool.query(
    "select id from voucher where company_id = $1 and number like 'J-%' order by id limit 200",
    [companyId],
  );
  const asAuthorOf = (method: string, path: string, body?: object) =>
    fetch(server.address + path, {
      method,
      headers: { authorization: `Bearer ${author.token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).then(reply => reply.json() as Promise<{ Id: number; State: string; Changed: number; Refused: number }>);
  const order = { Query: { ids: found.rows.map(({ id }) => id).join() }, Asked: { Agent: 'once' } };
  const { Id } = await asAuthorOf('POST', '/api/v2/Voucher/bulk/setAgent', order);
  const stateOf = async () => (await asAuthorOf('GET', `/api/v3/bulk/${Id}`)).State;
  await vi.waitFor(async () => expect(await stateOf()).toBe('ready'), { timeout: 150_000, interval: 50 });
  await asAuthorOf('POST', `/api/v3/bulk/${Id}/run`);
  const changed = async () =>
    (await app.connection.pool.query("select id from voucher where agent = 'once'")).rows.length;
  await vi.waitFor(async () => expect(await changed()).toBeGreaterThan(20), { timeout: 150_000, interval: 2 });
  await server.kill();
  expect(await changed()).toBeLessThan(200);
  server = await server.again();
  const { rows: jobs } = await app.connection.pool.query(
    "select id from job where kind = 'bulkChanges' and state = 'running'",
  );
  await age(jobs[0].id);
  await vi.waitFor(async () => expect(await stateOf()).toBe('done'), { timeout: 150_000, interval: 50 });
  expect(await asAuthorOf('GET', `/api/v3/bulk/${Id}`)).toMatchObject({ Changed: 200, Refused: 0 });
  expect(await jobRow(jobs[0].id)).toMatchObject({ attempt: 2, done: 200 });
  const { rows: once } = await app.connection.pool.query(
    `select count(*)::int as audits, count(distinct entity_id)::int as records from audit
     where company_id = $1 and entity = 'voucher' and action = 'update'`,
    [companyId],
  );
  expect(once).toEqual([{ audits: 200, records: 200 }]);
}, 400_000);

it('a worker does what a server that does no jobs was asked for, and goes on after its database was away', async () => {
  await server.stop();
  const { folder, settings } = processes;
  server = await startServer(folder, { ...settings, JOBS: '0' });
  const order = { Resource: 'vouchers', Format: 'csv', Columns: ['VoucherNumber'], Query: { search: 'J-1234' } };
  const isExported = async () => {
    const { Id } = (await (await ask('POST', '/api/v3/exports', order)).json()) as { Id: number };
    // On a busy machine, or with its database away, the export is begun a second time.
    await vi.waitFor(async () => expect((await jobRow(Id)).state).toBe('done'), { timeout: 150_000, interval: 100 });
  };
  const direct = new URL(app.databaseUrl);
  const targets = [Number(direct.port)];
  const proxy = await startProxy(targets);
  const DATABASE_URL = Object.assign(new URL(direct), { port: String(proxy.port) }).href;
  const worker = spawnScript([run, 'worker'], { ...settings, DATABASE_URL, DATA_DIR: folder });
  await isExported();

  const { pool } = app.connection;
  const other = await pool.connect();
  await other.query('begin');
  await other.query('lock table job in exclusive mode');
  // The end of a task cannot be told to a database that is away: with that the queue gives up.
  await pool.query(`select graphile_worker.add_job('job', '{"companyId": 0, "id": 0}', max_attempts := 1)`);
  await expect.poll(() => waiters(pool)).toBeGreaterThan(0);
  await proxy.close();
  other.release(true);
  const told = () => worker.output().split('the queue cannot be reached').length > 3;
  await expect.poll(() => worker.child.exitCode ?? told()).toBe(true);
  const back = await startProxy(targets, proxy.port);
  await isExported();
  const ended = new Promise(done => worker.child.once('exit', done));
  worker.child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await back.close();
}, 400_000);

const log = { warn: vi.fn(), error: vi.fn() };
const context = () => ({ ...app.connection, now: app.clock.now, log }) as never;
const place = (id: number) => ({ companyId, id });
const asAuthor = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(
    app.connection.db,
    { companyId, accountId: author.id, name: 'A', requestId: null, at: app.clock.now() },
    work,
  );

/** A job of a test's kind: the server of this file does not know it, so the test runs it. */
const startKind = async (run: (doing: Doing) => Promise<Finish>, beatMs = 20) => {
  const bounds = { beatMs, closing: new AbortController().signal };
  const outcomes: Outcome[] = [];
  const kind = defineJob({
    kind: 'test',
    input: Type.Object({}),
    tellAuthor: async (_tx, _job, _input, { outcome }) => void outcomes.push(outcome),
    run: async (_context, _input, doing) => run(doing),
  });
  const caller = { accountId: author.id, companyId, companyName: '', fullName: 'A', roles: [], freshUntil: null };
  const at = app.clock.now();
  const id = await asAuthor(tx => startJob(tx, caller, { kind, input: {}, at, expiresAt: at }));
  return { id, kind, outcomes, work: () => runJob(context(), [kind], place(id), bounds) };
};

it('what a job ends with is there with its end; of one that was cancelled meanwhile nothing is', async () => {
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
      const { give } = giveTo(port);
      await give(new Uint8Array([1]), 1, 2);
      before = await parts();
      await asAuthor(tx => cancelJob(tx, place(cancelled.id), app.clock.now()));
      await Promise.race([give(new Uint8Array([2]), 2, 2), once(signal, 'abort')]);
    });
    return async () => ({});
  });
  await cancelled.work();
  expect([before, await parts()]).toEqual([1, 0]);
});

it('a job that loses its process three times is told as failed, and is not begun again', async () => {
  let release = () => {};
  const held = new Promise<void>(done => {
    release = done;
  });
  // A beat between its ageing and its revival would keep it.
  const silentMs = 600_000;
  const job = await startKind(async () => {
    await held;
    return async () => ({});
  }, silentMs);
  const lost: Promise<void>[] = [];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    lost.push(job.work());
    await vi.waitFor(async () => expect(await jobRow(job.id)).toMatchObject({ state: 'running', attempt }));
    await age(job.id);
    await revive(context(), [job.kind], 15_000);
  }
  release();
  await Promise.all(lost);
  expect(await jobRow(job.id)).toMatchObject({ state: 'failed', error: { Code: 'JOB_INTERRUPTED' } });
  // The lost ones came to their ends too, which were taken back.
  expect(job.outcomes).toContainEqual({ error: { Code: 'JOB_INTERRUPTED' } });
});

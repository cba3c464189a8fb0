import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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
  for (const index of ['voucher_search', 'voucher_search_words'])
    await app.connection.pool.query(`drop index ${index}`);
  await app.connection.pool.query(
    `insert into voucher (company_id, object_id, number, client_id, vehicle_id, stage, created_at, client_name, vehicle_brand,
       vehicle_model, contract_number)
     select company_id, 'job-' || n, 'J-' || n, client_id, vehicle_id, stage, created_at, 'Client', 'Lada', 'Vesta', repeat(md5(n::text), 100)
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
    .select(['state', 'attempt', 'done'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Simulates a minute without a heartbeat of the job's process. */
const age = (id: number) =>
  app.connection.pool.query("update job set heartbeat_at = now() - interval '1 minute' where id = $1", [id]);

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

it('the next server sends a delivery again under the same id when a server is killed before the answer', async () => {
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
  // Five transactions, so that the change is not over before the server is killed.
  const records = 500;
  const found = await app.connection.pool.query(
    "select id from voucher where company_id = $1 and number like 'J-%' order by id limit $2",
    [companyId, records],
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
  expect(await changed()).toBeLessThan(records);
  server = await server.again();
  const { rows: jobs } = await app.connection.pool.query(
    "select id from job where kind = 'bulkChanges' and state = 'running'",
  );
  await age(jobs[0].id);
  await vi.waitFor(async () => expect(await stateOf()).toBe('done'), { timeout: 150_000, interval: 50 });
  expect(await asAuthorOf('GET', `/api/v3/bulk/${Id}`)).toMatchObject({ Changed: records, Refused: 0 });
  expect(await jobRow(jobs[0].id)).toMatchObject({ attempt: 2, done: records });
  const { rows: once } = await app.connection.pool.query(
    `select count(*)::int as audits, count(distinct entity_id)::int as records from audit
     where company_id = $1 and entity = 'voucher' and action = 'update'`,
    [companyId],
  );
  expect(once).toEqual([{ audits: records, records }]);
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
  // The end of a task cannot be written to an unavailable database, so the queue gives up.
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

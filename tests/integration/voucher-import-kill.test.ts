import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { openProcesses, type Processes } from '../support/processes.ts';
import type { Running } from '../support/running.ts';
import { waiters } from '../support/waiting.ts';

let processes: Processes;
let app: TestApp;
let server: Running;
let companyId: number;
let token: string;
beforeAll(async () => {
  processes = await openProcesses(1);
  app = processes.app;
  [server] = processes.servers;
  companyId = await app.given.company();
  token = (await app.given.account(companyId, 'MANAGER')).token;
}, 400_000);
afterAll(() => processes.close([server]));

const rows = 300;
const file = (prefix: string) =>
  ['Номер ваучера;Фамилия;Марка', ...Array.from({ length: rows }, (_, at) => `${prefix}-${at};Петров;Kia`)].join('\n');

const ask = async (method: string, path: string, body?: FormData | object) => {
  const json = body !== undefined && !(body instanceof FormData);
  const reply = await fetch(`${server.address}/api/v3/imports${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
    ...(body && { body: json ? JSON.stringify(body) : (body as FormData) }),
  });
  return (await reply.json()) as { Id: number; State: string; Done: number | null; Error: string | null };
};
const upload = async (prefix: string): Promise<number> => {
  const form = new FormData();
  form.append('file', new Blob([file(prefix)]), 'v.csv');
  return (await ask('POST', '', form)).Id;
};
const until = (id: number, state: string) =>
  vi.waitFor(async () => expect(await ask('GET', `/${id}`)).toMatchObject({ State: state }), {
    timeout: 100_000,
    interval: 50,
  });
const checked = async (prefix: string): Promise<number> => {
  const id = await upload(prefix);
  await ask('POST', `/${id}/check`, { Columns: ['VoucherNumber', 'ClientLastName', 'VehicleBrand'] });
  await until(id, 'checked');
  return id;
};
const count = async (table: string): Promise<number> =>
  (await app.connection.pool.query(`select from ${table} where company_id = $1`, [companyId])).rows.length;
/** Another transaction inserts a voucher with a number of the file and stays open, so the import waits at that row. */
const standing = async (number: string) => {
  const client = await app.connection.pool.connect();
  await client.query('begin');
  await client.query(
    `with c as (insert into client (company_id, last_name) values ($1, 'Other') returning id),
       v as (insert into vehicle (company_id, brand, model) values ($1, 'Kia', 'Rio') returning id)
     insert into voucher (company_id, object_id, number, client_id, vehicle_id, stage, created_at, client_name, vehicle_brand,
       vehicle_model) select $1, $2, $2, c.id, v.id, 'created', now(), '', '', '' from c, v`,
    [companyId, number],
  );
  return {
    atWork: () => vi.waitFor(async () => expect(await waiters(app.connection.pool)).toBe(1), { interval: 10 }),
    giveUp: async () => {
      await client.query('rollback');
      client.release();
    },
  };
};

it('an import whose server is killed in the middle is taken up by the next one: whole, once, nothing before its end', async () => {
  const id = await checked('K');
  const other = await standing('K-250');
  await ask('POST', `/${id}/run`);
  await other.atWork();
  await server.kill();
  await other.giveUp();
  expect(await count('voucher')).toBe(0);
  server = await server.again();
  // Simulates a minute without a heartbeat of the job's process.
  await app.connection.pool.query("update job set heartbeat_at = now() - interval '1 minute' where state = 'running'");
  await until(id, 'done');
  expect([await count('voucher'), await count('client'), await count('import_record')]).toEqual([rows, rows, rows]);
  const { rows: totals } = await app.connection.pool.query(
    "select sum(total)::int as total from row_total where company_id = $1 and list = 'vouchers'",
    [companyId],
  );
  expect(totals[0].total).toBe(rows);
  const { rows: jobs } = await app.connection.pool.query(
    "select attempt from job where input->>'Step' = 'run' and input->>'ImportId' = $1",
    [String(id)],
  );
  expect(jobs).toEqual([{ attempt: 2 }]);
}, 180_000);

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from '../server/db/connect.ts';
import { ensureDatabase, openCluster } from '../server/db/embedded/cluster.ts';
import { migrate } from '../server/db/migrate.ts';
import { makeGiven } from '../tests/support/given.ts';
import { startServer } from '../tests/support/running.ts';

/*
 * What big exports cost: time from the order to the file, memory and the longest stall of the server meanwhile. The floor
 * is the database's own COPY of the same columns in the same order, read by this program.
 *   npm run bench:exports -- [folder] [--only <part of a name>]
 */
const folder = process.argv[2]?.startsWith('--') ? './data/bench' : (process.argv[2] ?? './data/bench');
const only = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : '';
const stallsFile = join(folder, 'stalls');

const cluster = await openCluster(join(folder, 'exports', 'postgres'), '-c max_connections=60');
await ensureDatabase(cluster, 'bench');
const url = cluster.url('bench');
const connection = connect(url, console.error);
await migrate(connection.db);
// Half the time of making the rows, and no export reads it.
await connection.pool.query('drop index voucher_search, voucher_words');
const given = makeGiven(connection.db, () => new Date());

const columns = [
  'VoucherNumber',
  'VoucherActivationDate',
  'ClientName',
  'VehicleBrand',
  'VehicleModel',
  'VehicleRegNumber',
  'IMEI',
  'Crashes',
  'City',
  'ContractBeginDate',
];
const copied = `number, activated_at, client_name, vehicle_brand, vehicle_model, reg_number, coalesce(imei, ''), crashes, city, contract_begin`;

/** A company with so many vouchers. */
const companyWith = async (rows: number) => {
  const companyId = await given.company();
  const { token } = await given.account(companyId, 'MANAGER');
  await given.voucher(companyId);
  const client = await connection.pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into voucher (company_id, object_id, number, client_id, vehicle_id, cycle, created_at, activated_at,
       client_name, vehicle_brand, vehicle_model, reg_number, city, contract_begin)
     select company_id, 'bench-' || company_id || '-' || n, 'V-' || lpad(n::text, 7, '0'), client_id, vehicle_id, cycle,
       created_at, now() - n * interval '61 seconds', 'Константинопольский Александр ' || n, 'Skoda', 'Octavia',
       'А' || lpad((n % 1000)::text, 3, '0') || 'ВС77', 'Москва', date '2025-01-01' + n % 700
     from voucher, generate_series(2, $2::int) as n where company_id = $1`,
    [companyId, rows],
  );
  client.release(true);
  await connection.pool.query("update row_total set total = $2 where company_id = $1 and list = 'vouchers'", [
    companyId,
    rows,
  ]);
  return { companyId, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } };
};

const [small, middle, large, few] = [
  await companyWith(100_000),
  await companyWith(300_000),
  await companyWith(1_000_000),
  await companyWith(10_000),
];
await connection.pool.query('vacuum analyze voucher');

const server = await startServer(join(folder, 'exports'), {
  DATABASE_URL: url,
  DEMO: '0',
  STALLS_FILE: stallsFile,
  NODE_OPTIONS: `--import ${new URL('stalls.mjs', import.meta.url).href}`,
});

const worstStall = async (): Promise<{ clockMs: number; processorMs: number }> => {
  await rm(stallsFile, { force: true });
  process.kill(server.pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(stallsFile, 'utf8').catch(() => '');
    if (text) return JSON.parse(text);
    await setTimeout(5);
  }
};

const statusOf = async (name: string): Promise<number> => {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
};

interface Export {
  readonly State: string;
  readonly SizeBytes: number;
  readonly Done: number;
}

const copySeconds = async (companyId: number): Promise<number> => {
  const { to } = await import('pg-copy-streams');
  const client = await connection.pool.connect();
  const from = performance.now();
  const text = `copy (select ${copied} from voucher where company_id = ${companyId} order by activated_at desc nulls last, id desc) to stdout csv`;
  for await (const _part of client.query(to(text)));
  client.release();
  return (performance.now() - from) / 1000;
};

const run = async (name: string, format: string, { companyId, headers }: typeof small): Promise<void> => {
  if (!name.includes(only)) return;
  const floor = await copySeconds(companyId);
  await worstStall();
  // The peak begins anew.
  await writeFile(`/proc/${server.pid}/clear_refs`, '5');
  const before = await statusOf('VmRSS');
  const from = performance.now();
  const body = JSON.stringify({ Resource: 'vouchers', Format: format, Columns: columns, TimeZone: 'Europe/Moscow' });
  const { Id } = (await (
    await fetch(`${server.address}/api/v3/exports`, { method: 'POST', headers, body })
  ).json()) as { Id: number };
  let found: Export;
  do {
    await setTimeout(20);
    found = (await (await fetch(`${server.address}/api/v3/exports/${Id}`, { headers })).json()) as Export;
  } while (['queued', 'running'].includes(found.State));
  const seconds = (performance.now() - from) / 1000;
  const stall = await worstStall();
  const peak = await statusOf('VmHWM');
  const fetched = performance.now();
  const file = await (await fetch(`${server.address}/api/v3/exports/${Id}/file`, { headers })).arrayBuffer();
  const fetchS = (performance.now() - fetched) / 1000;
  console.log(
    `${name}: ${found.State}, ${seconds.toFixed(2)} s (COPY alone ${floor.toFixed(2)} s); resident ${before.toFixed(0)} → ${peak.toFixed(0)} MB; longest stall ${stall.clockMs.toFixed(0)} ms, ${stall.processorMs.toFixed(0)} of them at work; ${(file.byteLength / 1e6).toFixed(1)} MB fetched in ${fetchS.toFixed(2)} s`,
  );
};

await run('100,000 rows as CSV, first file of the server', 'csv', small);
await run('100,000 rows as CSV', 'csv', small);
await run('100,000 rows as CSV again', 'csv', small);
await run('100,000 rows as XLSX', 'xlsx', small);
await run('100,000 rows as XLSX again', 'xlsx', small);
await run('300,000 rows as XLSX', 'xlsx', middle);
await run('1,000,000 rows as CSV', 'csv', large);
await run('10,000 rows as PDF', 'pdf', few);

await server.stop();
await connection.close();
await cluster.stop();
await rm(join(folder, 'exports'), { recursive: true, force: true });

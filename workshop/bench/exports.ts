import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openKeptDatabase, startMeasured } from './measured.ts';

/*
 * Measures big exports: time from the order to the file, memory, and the longest stall of the server meanwhile. The
 * floor is the database's own COPY of the same columns in the same order, read by this program.
 *   npm run bench -- exports [folder] [--only <part of a name>]
 * With DATABASE_URL the rows are created once and kept.
 */
const root = process.argv[2]?.startsWith('--') ? undefined : process.argv[2];
const folder = join(root ?? './data/bench', 'exports');
const onlyFormat = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : '';

const { url, connection, given, close } = await openKeptDatabase(folder);
// These indexes are dropped. No export reads them, and they double the time of creating the rows.
await connection.pool.query('drop index if exists voucher_search, voucher_search_words');

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
const copiedColumns = `number, activated_at, client_name, vehicle_brand, vehicle_model, reg_number, coalesce(imei, ''), crashes, city, contract_begin`;

let hasCreatedRows = false;
/** Returns a company that has this number of vouchers. */
const companyWith = async (rows: number) => {
  const name = `${rows} vouchers`;
  const { rows: known } = await connection.pool.query<{ id: number }>('select id from company where name = $1', [name]);
  const companyId = known[0]?.id ?? (await given.company(name));
  const { token } = await given.account(companyId, 'MANAGER', { email: `${randomUUID()}@example.test` });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  if (known.length > 0) return { companyId, headers };
  hasCreatedRows = true;
  await given.voucher(companyId);
  const client = await connection.pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into voucher (company_id, object_id, number, client_id, vehicle_id, stage, created_at, activated_at,
       client_name, vehicle_brand, vehicle_model, reg_number, city, contract_begin)
     select company_id, 'bench-' || company_id || '-' || n, 'V-' || lpad(n::text, 7, '0'), client_id, vehicle_id, stage,
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
  return { companyId, headers };
};

const cases = (
  [
    ['100,000 rows as CSV, first file of the server', 'csv', 100_000],
    ['100,000 rows as CSV', 'csv', 100_000],
    ['100,000 rows as CSV again', 'csv', 100_000],
    ['100,000 rows as XLSX', 'xlsx', 100_000],
    ['100,000 rows as XLSX again', 'xlsx', 100_000],
    ['300,000 rows as XLSX', 'xlsx', 300_000],
    ['1,000,000 rows as CSV', 'csv', 1_000_000],
    ['10,000 rows as PDF', 'pdf', 10_000],
  ] as const
).filter(([name]) => name.includes(onlyFormat));
type Company = Awaited<ReturnType<typeof companyWith>>;
const companies = new Map<number, Company>();
for (const [, , rows] of cases) if (!companies.has(rows)) companies.set(rows, await companyWith(rows));
if (hasCreatedRows) await connection.pool.query('vacuum analyze voucher');

const server = await startMeasured(folder, { DATABASE_URL: url, DEMO: '0' });
// A user opens the list before exporting it, so the caches are warm.
for (const { headers } of companies.values()) await fetch(`${server.address}/api/v2/Voucher/table`, { headers });

interface Export {
  readonly State: string;
  readonly SizeBytes: number;
  readonly Done: number;
}

const copySeconds = async (companyId: number): Promise<number> => {
  const { to } = await import('pg-copy-streams');
  const client = await connection.pool.connect();
  const from = performance.now();
  const text = `copy (select ${copiedColumns} from voucher where company_id = ${companyId} order by activated_at desc nulls last, id desc) to stdout csv`;
  for await (const _part of client.query(to(text)));
  client.release();
  return (performance.now() - from) / 1000;
};

const run = async (name: string, format: string, { companyId, headers }: Company): Promise<void> => {
  const floorSeconds = await copySeconds(companyId);
  const memoryWatch = await server.watch();
  const from = performance.now();
  const body = JSON.stringify({ Resource: 'vouchers', Format: format, Columns: columns, TimeZone: 'Europe/Moscow' });
  const { Id } = (await (
    await fetch(`${server.address}/api/v3/exports`, { method: 'POST', headers, body })
  ).json()) as { Id: number };
  let finishedExport: Export;
  do {
    await setTimeout(20);
    finishedExport = (await (await fetch(`${server.address}/api/v3/exports/${Id}`, { headers })).json()) as Export;
  } while (['queued', 'running'].includes(finishedExport.State));
  const seconds = (performance.now() - from) / 1000;
  const costs = await memoryWatch();
  const fetched = performance.now();
  const file = await (await fetch(`${server.address}/api/v3/exports/${Id}/file`, { headers })).arrayBuffer();
  const fetchS = (performance.now() - fetched) / 1000;
  console.log(
    `${name}: ${finishedExport.State}, ${seconds.toFixed(2)} s (COPY alone ${floorSeconds.toFixed(2)} s); ${costs}; ${(file.byteLength / 1e6).toFixed(1)} MB fetched in ${fetchS.toFixed(2)} s`,
  );
};

for (const [name, format, rows] of cases) await run(name, format, companies.get(rows)!);

// Idle threads of the server end within this time.
await setTimeout(45_000);
console.log(`When all was idle for 45 s: resident ${(await server.megabytes('VmRSS')).toFixed(0)} MB`);

await server.stop();
await close();

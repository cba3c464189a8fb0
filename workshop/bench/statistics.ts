import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { ensureDemo } from '../../server/demo/start.ts';
import { insurer } from '../../server/insurer.ts';
import { stretchSumsSql, sumColumns, weekdaySumsSql } from '../../server/modules/statistics/service.ts';

/*
 * Measures the statistics of an object, of a year of it, and of its portfolio among a million trips. It compares them
 * with bare SQL for the same figures. The script copies the demo's vouchers, trips and days to that number, then makes
 * the API calls in turn. It fails if the median of a call is above the bound.
 *   npm run bench -- statistics [--trips 1000000] [--drivers 0] [--rounds 30] [--bound 1000]
 * Uses DATABASE_URL or the embedded database of DATA_DIR (default: ./data/bench-statistics).
 */
const argument = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const wantedTrips = argument('trips', 1_000_000);
const rounds = argument('rounds', 30);
const boundMs = argument('bound', 1000);
const drivers = argument('drivers', 0);

const config = readConfig({ DATA_DIR: './data/bench-statistics', ...process.env });
const database = await openDatabase(config);
const connection = connect(database.url, console.error);
const { pool } = connection;
await migrate(connection.db);
await ensureDemo(connection, console.log);

const count = async (): Promise<number> => Number((await pool.query('select count(*) as n from trip')).rows[0].n);
const columnsOf = async (table: string, except: readonly string[]): Promise<string> => {
  const { rows } = await pool.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and not column_name = any($2)",
    [table, except],
  );
  return rows.map(({ name }) => name).join(', ');
};
const tripColumns = await columnsOf('trip', ['object_id']);
const dayColumns = await columnsOf('object_day', ['object_id', 'day']);
const voucherColumns = await columnsOf('voucher', ['id', 'object_id', 'number', 'imei', 'device_id']);
const scoreColumns = await columnsOf('object_score', ['company_id', 'object_id', 'voucher_id']);
const client = await pool.connect();
await client.query('set statement_timeout = 0');
for (let copy = Math.floor((await count()) / 50_000); (await count()) < wantedTrips; copy += 1) {
  const name = `object_id || '-${copy}'`;
  const own = `object_id not like '%-%'`;
  await client.query(
    `insert into trip (object_id, ${tripColumns}) select ${name}, ${tripColumns} from trip where ${own}`,
  );
  await client.query(
    `insert into object_day (object_id, day, ${dayColumns}) select ${name}, day, ${dayColumns} from object_day where ${own}`,
  );
  await client.query(
    `insert into voucher (object_id, number, ${voucherColumns}) select ${name}, number || '-${copy}', ${voucherColumns} from voucher where ${own}`,
  );
  await client.query(
    `insert into object_score (company_id, object_id, voucher_id, ${scoreColumns})
       select voucher.company_id, voucher.object_id, voucher.id, ${scoreColumns} from voucher
         join (select object_id as of_object, ${scoreColumns} from object_score where ${own}) score on voucher.object_id = of_object || '-${copy}'`,
  );
}
/** Adds drivers to one company, with days of four weeks but without trips. */
if (drivers > 0) {
  const { rows } = await client.query<{ company: number; have: number; most: number }>(
    `select company_id as company, count(*)::int as have, (select max(id) from voucher)::int as most from object_score
       where company_id = (select company_id from account where email = 'manager@demo.drivedesk') group by 1`,
  );
  const { company: whose = 0, have = 0 } = rows[0] ?? {};
  const base = `(select row_number() over (order by object_id) as place, * from object_score
    where company_id = ${whose} and object_id not like '%-%' and object_id not like '%+%')`;
  const { rows: counted } = await client.query<{ n: number }>(`select count(*)::int as n from ${base} base`);
  const copies = Math.ceil((drivers - have) / (counted[0]?.n || 1));
  const name = `object_id || '+' || copy`;
  const some = `from generate_series(1, ${copies}) as copy cross join`;
  if (copies > 0) {
    const own = `object_id not like '%-%' and object_id not like '%+%' and company_id = ${whose}`;
    await client.query(`insert into voucher (object_id, number, ${voucherColumns}) select ${name}, number || '+' || copy, ${voucherColumns}
      ${some} voucher where ${own}`);
    await client.query(`insert into object_day (object_id, day, ${dayColumns}) select ${name}, day, ${dayColumns}
      ${some} object_day where ${own} and day > current_date - 29`);
    await client.query(`insert into object_score (company_id, object_id, voucher_id, ${scoreColumns})
      select company_id, voucher.object_id, voucher.id, ${scoreColumns.replaceAll(/\b(?=\w)/g, 'score.')} from voucher
        join object_score score using (company_id) where company_id = ${whose} and voucher.object_id like '%+%'
          and score.object_id = split_part(voucher.object_id, '+', 1)
        and not exists (select from object_score its where its.company_id = ${whose} and its.object_id = voucher.object_id)`);
  }
}
// The measured object gets a year of data: its quarter of a year, copied three times.
const { rows: asked } = await client.query<{ objectId: string; company: number }>(
  `select object_id as "objectId", company_id as company from object_day
     where company_id = (select company_id from account where email = 'manager@demo.drivedesk') and object_id !~ '[-+]'
     group by 1, 2 order by count(*) desc, 1 limit 1`,
);
const { objectId = '', company = 0 } = asked[0] ?? {};
for (const quarter of [91, 182, 273])
  await client.query(
    `insert into object_day (object_id, day, ${dayColumns}) select object_id, day - ${quarter}, ${dayColumns} from object_day
       where object_id = $1 and company_id = $2 and day > current_date - 91 on conflict do nothing`,
    [objectId, company],
  );
await client.query(
  `update object_score score set (days, first_day, last_day, ${sumColumns.join(', ')}) = (
     select count(*), min(day), max(day), ${sumColumns.map(column => (column === 'maximum_speed_kmh' ? `max(${column})` : `sum(${column})`)).join(', ')}
     from object_day day where day.company_id = score.company_id and day.object_id = score.object_id)
   where company_id = $1 and object_id = $2`,
  [company, objectId],
);
// In production rows are inserted day by day, so the rows of one date lie side by side.
await client.query('cluster object_day using object_day_span');
await client.query('truncate object_stretch, object_weekday');
await client.query(stretchSumsSql('true'));
await client.query(weekdaySumsSql('true'));
await client.query('analyze trip, object_day, object_stretch, object_weekday, object_score, voucher');
client.release();

const app = await buildApp({ ...insurer, connection, now: () => new Date(), logger: false });
const signIn = await app.inject({
  method: 'POST',
  url: '/api/v2/Auth',
  payload: { Login: 'manager@demo.drivedesk', Password: 'drivedesk-demo' },
});
const { Token } = signIn.json<{ Token: string }>();
const to = new Date().toISOString().slice(0, 10);
const from = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
const year = `objectId=${objectId}&from=${from}&to=${to}`;

const measure = async (work: () => Promise<unknown>) => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1);
  return { medianMs: Number(at(0.5)), text: `median ${at(0.5)} ms, 95 % ${at(0.95)} ms` };
};

console.log(`${await count()} trips; ${rounds} rounds each`);
const bare = `select sum(trips), sum(distance_m), sum(duration_ms), sum(braking) from object_day
  where company_id = $1 and object_id = $2 and day between $3 and $4`;
console.log(`bare SQL of a year: ${(await measure(() => pool.query(bare, [company, objectId, from, to]))).text}`);
for (const call of [
  `v2/StatisticSummingPeriod?${year}`,
  `v2.1/StatisticSummingPeriod?${year}`,
  `v2/StatisticSummingDay/period/list?${year}`,
  `v2/StatisticUnit/weekday?${year}`,
  `v2/StatisticSummingMonth/all?objectId=${objectId}`,
  `v2/StatisticSummingTrip?${year}`,
  `v2/StatisticSummingTrip/list?${year}`,
  `v2/StatisticSummingDay/comparison?${year}`,
  `v2/StatisticSummingDay/model/comparison?${year}`,
  `v2/StatisticUnit/vehiclebrand/comparision?${year}`,
  `v2/StatisticUnit/weekday/comparison?${year}`,
  'v2/StatisticSummingGlobal/table?page=1&pageSize=25',
  `v2/StatisticSummingGlobal/table?page=1&pageSize=25&from=${from}&to=${to}`,
  'scoringreview?page=1&pageSize=25',
  'scoringreview?page=1&pageSize=25&sort=VoucherNumber-asc',
  'scoringreview?page=1&pageSize=25&sort=DistanceKm-desc&Band=good',
]) {
  const ask = async () => {
    const { statusCode, body } = await app.inject({
      url: `/api/${call}`,
      headers: { authorization: `Bearer ${Token}` },
    });
    if (statusCode !== 200) throw new Error(`${call}: ${statusCode} ${body}`);
  };
  await ask();
  const { medianMs, text } = await measure(ask);
  console.log(`${call.replace(year, '…')}: ${text}${medianMs > boundMs ? ` — more than ${boundMs} ms` : ''}`);
  if (medianMs > boundMs) process.exitCode = 1;
}

await app.close();
await connection.close();
await database.stop();

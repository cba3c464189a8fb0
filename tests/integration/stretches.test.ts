import { afterAll, beforeAll, expect, it } from 'vitest';
import { Values } from '../../server/db/sqlText.ts';
import { addDays } from '../../server/modules/statistics/object.ts';
import { periodRowsSql, stretchSumsSql, writeStretches } from '../../server/modules/statistics/stretches.ts';
import { sumColumns } from '../../server/modules/statistics/sumColumns.ts';
import { periodWeekdaysSql, weekdaySumsSql, writeWeekdays } from '../../server/modules/statistics/weekdays.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { unsoundSums } from '../support/sums.ts';

let app: TestApp;
const companyId = 5;
beforeAll(async () => {
  app = await openTestApp();
  // Two years of two objects, with one day in three without a drive, and five weeks of a third object.
  await app.connection.pool.query(
    `insert into object_day (company_id, object_id, day, trips, distance_m, maximum_speed_kmh)
     select $1, object, day, 1 + n % 3, 1000 + n * 7, 50 + n % 90
     from generate_series(date '2024-06-01', date '2026-06-01', interval '1 day') with ordinality as days (day, n),
       (values ('a'), ('b'), ('c')) as objects (object)
     where (n + ascii(object)) % 3 <> 0 and not (object = 'b' and n between 200 and 300)
       and (object <> 'c' or n between 310 and 345)`,
    [companyId],
  );
  await writeWhole();
  await app.connection.pool.query(weekdaySumsSql('company_id = $1'), [companyId]);
  await app.connection.pool.query(stretchSumsSql('company_id = $1'), [companyId]);
});
afterAll(() => app.close());

/** Writes the sums over all time of each object, as the program does together with days. */
const writeWhole = async () => {
  const sums = sumColumns.map(column => (column === 'maximum_speed_kmh' ? `max(${column})` : `sum(${column})`));
  await app.connection.pool.query('delete from object_score where company_id = $1', [companyId]);
  await app.connection.pool.query(
    `insert into object_score (company_id, object_id, voucher_id, formula, time_zone, days, first_day, last_day, ${sumColumns.join(', ')})
     select company_id, object_id, 0, 1, 'UTC', count(*), min(day), max(day), ${sums.join(', ')}
     from object_day where company_id = $1 group by 1, 2`,
    [companyId],
  );
};
/** Returns periods around each life: inside, touching first and last day, or longer by one day. */
const aroundLives = async () => {
  const { rows } = await app.connection.pool.query<{ first: string; last: string }>(
    'select first_day as first, last_day as last from object_score where company_id = $1',
    [companyId],
  );
  return rows.flatMap(({ first, last }) => [
    [first, last],
    [addDays(first, 1), last],
    [first, addDays(last, -1)],
    [addDays(first, -1), addDays(last, 1)],
  ]);
};

const summed = 'object_id, sum(trips) as trips, sum(distance_m) as metres, max(maximum_speed_kmh) as fastest';
const unsound = async (what: 'stretches' | 'weekdays' = 'stretches') =>
  (await unsoundSums(app.databaseUrl))[`${what} against their days`];

it('any period adds up to its days, of a few rows', async () => {
  const { pool } = app.connection;
  /** The 64 days of one stretch. */
  const [whole, last] = ['2025-01-08', '2025-03-12'];
  const periods = [
    [whole, last],
    ['2025-01-01', '2025-12-31'],
    ['2025-03-03', '2025-03-03'],
    ['2025-03-04', '2025-03-31'],
    ['1969-12-01', '2030-01-01'],
    ['2024-08-01', '2024-08-02'],
    ...(await aroundLives()),
    ...Array.from({ length: 40 }, (_, n) => {
      const from = Date.UTC(2024, 8, 1 + n * 3);
      return [from, from + (n * n * 86_400_000) / 4].map(ms => new Date(ms).toISOString().slice(0, 10));
    }),
  ];
  for (const [from, to] of periods) {
    const days = await pool.query(
      `select ${summed}, count(*)::int as days, max(day) as last from object_day
       where company_id = $1 and day between $2 and $3 group by 1 order by 1`,
      [companyId, from, to],
    );
    const values = new Values();
    const [company, first, end] = [companyId, from, to].map(each => values.add(each)) as [string, string, string];
    for (const lives of [false, true]) {
      const rows = periodRowsSql(`${company}::bigint`, { from: `${first}::date`, to: `${end}::date` }, lives);
      const few = await pool.query(
        `select ${summed}, sum(days)::int as days, max(last_day) as last, count(*)::int as rows
         from ${rows} added group by 1 order by 1`,
        values.list as unknown[],
      );
      expect(few.rows.map(({ rows: _, ...row }) => row)).toEqual(days.rows);
      // At most three stretches of each size at both ends, except for the longest size.
      for (const { rows: number, days: driven } of few.rows)
        expect(number).toBeLessThanOrEqual(from === whole ? 1 : 18 + driven / 40 + 2);
      if (lives && from === '1969-12-01') expect(few.rows.map(({ rows: number }) => number)).toEqual([1, 1, 1]);
    }
  }
});

it('any period adds up to its days by weekday too', async () => {
  const { pool } = app.connection;
  const periods = [
    ['1969-12-01', '2030-01-01'],
    ['2025-03-04', '2025-03-31'],
    ['2025-03-04', '2025-03-04'],
    ['2024-08-01', '2025-07-31'],
    ...(await aroundLives()),
  ];
  const ofWeekday =
    'object_id, sum(trips)::int as trips, sum(distance_m)::int as metres, max(maximum_speed_kmh) as fastest';
  for (const [from, to] of periods) {
    const days = await pool.query(
      `select extract(isodow from day)::int as weekday, ${ofWeekday} from object_day
       where company_id = $1 and day between $2 and $3 group by 1, 2 order by 1, 2`,
      [companyId, from, to],
    );
    const { rows } = await pool.query(
      `select weekday, ${ofWeekday} from (${periodWeekdaysSql('$1::bigint', '$2::date', '$3::date')}) each group by 1, 2 order by 1, 2`,
      [companyId, from, to],
    );
    expect(rows).toEqual(days.rows);
  }
});

it('what is written of some days puts right the stretches that have them, and no others', async () => {
  const { pool, db } = app.connection;
  expect(await unsound()).toBeUndefined();
  await pool.query(
    `delete from object_day where company_id = $1 and object_id = 'a' and day between '2025-02-01' and '2025-02-20'`,
    [companyId],
  );
  await pool.query(
    `update object_day set distance_m = 5 where company_id = $1 and object_id = 'a' and day = '2025-02-22'`,
    [companyId],
  );
  expect(await unsound()).toBeDefined();
  await writeStretches(db, { companyId, objectId: 'b' }, { firstDay: '2025-02-01', lastDay: '2025-02-22' });
  expect(await unsound()).toBeDefined();
  await writeStretches(db, { companyId, objectId: 'a' }, { firstDay: '2025-02-01', lastDay: '2025-02-22' });
  expect(await unsound()).toBeUndefined();
  // Simulates the change of a company's time zone.
  await pool.query(`delete from object_day where company_id = $1 and object_id = 'b'`, [companyId]);
  await writeStretches(db, { companyId, objectId: 'b' }, { firstDay: '1970-01-02', lastDay: '2200-01-01' });
  expect(await unsound()).toBeUndefined();
});

it('what is written of some days puts right the weekdays that have them, and no others', async () => {
  const { pool, db } = app.connection;
  await pool.query(weekdaySumsSql('company_id = $1'), [companyId]);
  await pool.query('delete from object_weekday where company_id = $1 and object_id = $2', [companyId, 'b']);
  expect(await unsound('weekdays')).toBeUndefined();
  // A Wednesday and a Sunday with trips.
  const change = `update object_day set distance_m = distance_m + 5 where company_id = $1 and object_id = 'a' and day = $2`;
  for (const [day, before, after] of [
    ['2025-01-08', '2025-01-07', '2025-01-09'],
    ['2025-01-12', '2025-01-11', '2025-01-13'],
  ] as const) {
    expect((await pool.query(change, [companyId, day])).rowCount).toBe(1);
    expect(await unsound('weekdays')).toHaveLength(2);
    for (const other of [before, after])
      await writeWeekdays(db, { companyId, objectId: 'a' }, { firstDay: other, lastDay: other });
    expect(await unsound('weekdays')).toHaveLength(2);
    await writeWeekdays(db, { companyId, objectId: 'a' }, { firstDay: before, lastDay: after });
    expect(await unsound('weekdays')).toBeUndefined();
  }
  await pool.query(
    `delete from object_day where company_id = $1 and object_id = 'a' and extract(isodow from day) in (1, 6)`,
    [companyId],
  );
  await writeWeekdays(db, { companyId, objectId: 'a' }, { firstDay: '2025-01-11', lastDay: '2025-01-13' });
  expect(await unsound('weekdays')).toBeUndefined();
  await pool.query(`delete from object_day where company_id = $1 and object_id = 'c'`, [companyId]);
  await writeWeekdays(db, { companyId, objectId: 'c' }, { firstDay: '1970-01-02', lastDay: '2200-01-01' });
  expect(await unsound('weekdays')).toBeUndefined();
});

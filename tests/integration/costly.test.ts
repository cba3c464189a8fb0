import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readLimitMs } from '../../server/db/connect.ts';
import { type Call, openTestApp, type Reply, type TestApp } from '../support/app.ts';
import { givenLongList } from '../support/longList.ts';
import { statementsOf } from '../support/statements.ts';

let app: TestApp;
let companyId: number;
let manager: Call;
let english: Call;

beforeAll(async () => {
  app = await openTestApp(undefined, {}, '', readLimitMs);
  companyId = await app.given.company();
  await givenLongList(app, companyId, 3000);
  const { token } = await app.given.account(companyId, 'MANAGER');
  manager = app.as(token);
  english = app.as(token, 'en');
});
afterAll(() => app.close());

const list = (query: Record<string, string>) => manager('GET', `/api/v2/Voucher/table?${new URLSearchParams(query)}`);

describe('a search', () => {
  it.each([
    ['percent signs', '%'.repeat(200)],
    ['underscores', '_'.repeat(200)],
    ['backslashes', '\\'.repeat(200)],
    ['both alphabets', 'aб'.repeat(100)],
  ])('for two hundred %s has enough with the time of a list, the twelfth time too', async (_name, search) => {
    const { streams } = app.connection;
    let streamsTaken = 0;
    const count = () => (streamsTaken += 1);
    streams.on('acquire', count);
    for (let round = 0; round < 12; round += 1) {
      const { status, body } = await list({ search });
      expect([status, body.Total]).toEqual([200, 0]);
      // A list that exceeds its time limit is read again through the pool of whole lists.
      expect([round, streamsTaken]).toEqual([round, 0]);
    }
    streams.off('acquire', count);
  });
});

describe('filters in ever new combinations', () => {
  it('leave no more plans behind than there are orders of whole lists', async () => {
    for (const Vip of ['', 'true', 'false'])
      for (const VehicleBrand of ['', 'Kia'])
        for (const City of ['', 'Москва'])
          for (const CrashesFrom of ['', '1'])
            for (const sort of ['VoucherNumber-asc', 'ClientName-desc', 'Crashes-asc', 'VehicleModel-asc']) {
              const asked = Object.entries({ Vip, VehicleBrand, City, CrashesFrom, sort }).filter(([, value]) => value);
              expect((await list(Object.fromEntries(asked))).status).toBe(200);
            }
    const { rows } = await app.connection.reads.pool.query<{ n: number }>(
      "select count(*) as n from pg_prepared_statements where name like 'list_%'",
    );
    expect(rows[0]?.n).toBeLessThanOrEqual(5);
  });
});

describe('a filter whose rows come last in the order', () => {
  it('reads them by its own index, and does not walk through all that come before', async () => {
    const company = await app.given.company();
    await givenLongList(app, company, 8000, 32);
    const { pool } = app.connection;
    await pool.query(
      `update voucher set stage = 'awaitingInstallation', activated_at = null where company_id = $1 and number like 'L-%' and id % 3 = 0`,
      [company],
    );
    await pool.query('analyze voucher');
    const theirs = app.as((await app.given.account(company, 'MANAGER')).token);
    const sent = await statementsOf(async () => {
      const { body } = await theirs('GET', '/api/v2/Voucher/table?Status=awaitingInstallation');
      expect(body.Total).toBeGreaterThan(2600);
    });
    const found = sent.find(({ text }) => text.includes('(select count(*)'));
    const { rows } = await pool.query<Record<string, string>>(
      `explain (analyze, costs off, timing off) ${found?.text}`,
      found?.values,
    );
    const plan = rows.map(row => row['QUERY PLAN'] ?? '').join('\n');
    expect(plan).toContain('voucher_sort_stage');
    expect(plan).not.toMatch(/Rows Removed by Filter/);
  });
});

it('a comparison is told to ask for a shorter period, not for more letters', async () => {
  const { objectId } = await app.given.voucher(companyId);
  const { pool } = app.connection;
  // Raises the error of an exceeded statement timeout.
  await pool.query(`create function over() returns boolean
    language plpgsql as $$ begin raise exception 'time is over' using errcode = '57014'; end $$`);
  await pool.query('alter table object_day rename to slow_object_day');
  await pool.query('create view object_day as select * from slow_object_day where (select over())');
  await pool.query(
    `insert into slow_object_day (company_id, object_id, day) values (${companyId}, 'other', current_date)`,
  );
  const path = `/api/v2/StatisticSummingDay/comparison?objectId=${objectId}`;
  const { status, body } = await english('GET', path);
  expect([status, body.Code]).toEqual([503, 'PERIOD_TOO_COSTLY']);
  expect(body.Message).toContain('shorter period');
});

describe('what the database works on for too long', () => {
  const refusals = { ru: 'слишком много времени', en: 'takes too long' };
  beforeAll(async () => {
    // A search without a fast plan, because each spelling takes a long time here.
    await app.connection.pool.query(`create or replace function search_key(value text) returns text
      language plpgsql immutable as $$ begin perform pg_sleep(60); return value; end $$`);
    await app.connection.pool.query('alter table registration rename to slow_registration');
    await app.connection.pool.query(
      `create view registration as select * from slow_registration where search_key('x') is not null`,
    );
    // The limit of whole lists is twenty seconds, which is too long for a test.
    app.connection.streams.on('connect', client => client.query('set statement_timeout = 500'));
  });

  it.each([
    ['a search', '/api/v2/Voucher/table?search=x', 'ru'],
    ['a filter', '/api/v2/Voucher/table?City=x', 'en'],
    ['a whole list', '/api/v2/Voucher/table?City=x&pageSize=99999999', 'en'],
    ['a pick', '/api/v2/Voucher/pick?search=xyz', 'en'],
    ['a list under /api/v3', '/api/v3/registrations', 'en'],
  ] as const)('%s is told so in words', async (_name, path, language) => {
    const startedMs = performance.now();
    const { status, body } = await (language === 'ru' ? manager : english)('GET', path);
    expect([status, body.Code]).toEqual([503, 'TOO_COSTLY']);
    expect(body.Message).toContain(refusals[language]);
    // Each query alone would take a minute.
    expect(performance.now() - startedMs).toBeLessThan(55_000);
  });
});

describe('a database that stands still for a while', () => {
  /** Returns the number of connections of the pool that a call took. */
  const taking = async (pool: Pool, call: () => Promise<Reply>): Promise<readonly [status: number, taken: number]> => {
    let taken = 0;
    const count = () => (taken += 1);
    pool.on('acquire', count);
    const { status } = await call();
    pool.off('acquire', count);
    return [status, taken];
  };

  it.each([
    ['scores of a period', 'object_day', '/api/v2/StatisticSummingGlobal/table?from=2026-01-01&to=2026-01-28'],
    ['a filter', 'voucher', '/api/v2/Voucher/table?City=%D0%A2%D1%83%D0%BB%D0%B0'],
  ])('sends %s over the connections of whole lists, and then no more', async (_name, table, path) => {
    const other = await openTestApp(undefined, {}, '', 1000);
    try {
      const { db, streams } = other.connection;
      const company = await other.given.company();
      const theirs = other.as((await other.given.account(company, 'MANAGER')).token);
      await other.given.voucher(company, { city: 'Тула' });
      const ask = () => taking(streams, () => theirs('GET', path));
      expect(await ask()).toEqual([200, 0]);
      const begun = await db.transaction().execute(async tx => {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
        const asked = [1, 2].map(n => theirs('GET', `${path}&pageSize=${10 * n}`));
        // Waits until both connections of the small pool are busy.
        await vi.waitFor(() => expect(streams.totalCount - streams.idleCount).toBe(2));
        // Other calls are answered meanwhile.
        await expect.poll(async () => (await theirs('GET', '/api/v2/Operator/table')).status).toBe(200);
        return asked;
      });
      expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200]);
      expect(streams.totalCount - streams.idleCount).toBe(0);
      await vi.waitFor(async () => expect(await ask()).toEqual([200, 0]));
    } finally {
      await other.close();
    }
  });
});

describe('scores of a period, of more drivers than a list has time for', () => {
  it('are answered with the time of a whole list, and not refused', async () => {
    const other = await openTestApp(undefined, {}, '', readLimitMs);
    try {
      // Reading days fails in a single process and succeeds in parallel. Each failed try is counted.
      await other.connection.pool.query(`create sequence tries;
        create function over() returns boolean language plpgsql as $$ begin
          if current_setting('max_parallel_workers_per_gather') = '0' and nextval('tries') > 0
          then raise exception 'time is over' using errcode = '57014'; end if;
          perform pg_sleep(0.6);
          return true; end $$;
        alter table object_day rename to slow_object_day;
        create view object_day as select * from slow_object_day where over()`);
      const company = await other.given.company();
      const theirs = other.as((await other.given.account(company, 'MANAGER')).token);
      const { id, objectId } = await other.given.voucher(company);
      await other.connection.pool.query(
        `insert into object_score (company_id, object_id, voucher_id, days, formula, time_zone) values ($1, $2, $3, 0, 1, 'UTC')`,
        [company, objectId, id],
      );
      await other.connection.pool.query(
        `insert into slow_object_day (company_id, object_id, day) values ($1, $2, '2026-01-01')`,
        [company, objectId],
      );
      const path = '/api/v2/StatisticSummingGlobal/table?from=2026-01-01&to=2026-01-28';
      const { status, body } = await theirs('GET', path);
      expect([status, body.Total]).toEqual([200, 1]);
      expect(body.Items).toEqual([expect.objectContaining({ ObjectId: objectId, TripsCount: 0, Score: null })]);
      // A second request does not wait for a try that is known to fail.
      expect((await theirs('GET', `${path}&sort=DistanceKm-desc`)).status).toBe(200);
      const tries = async () => {
        const { rows } = await other.connection.pool.query(
          'select last_value::int as tries, is_called as tried from tries',
        );
        return rows;
      };
      expect(await tries()).toEqual([{ tries: 1, tried: true }]);
      // A slow year says nothing about a week or about a few drivers. Those are tried like any list.
      expect((await theirs('GET', '/api/v2/StatisticSummingGlobal/table?from=2026-01-01&to=2026-01-07')).status).toBe(
        200,
      );
      expect((await theirs('GET', `${path}&DistanceKmFrom=100`)).status).toBe(200);
      expect(await tries()).toEqual([{ tries: 3, tried: true }]);
    } finally {
      await other.close();
    }
  });
});

describe('a filter that the time of a list is too short for', () => {
  it('is answered with the time of a whole list, a search is not, and what was found is remembered', async () => {
    const other = await openTestApp();
    try {
      const { pool } = other.connection;
      const company = await other.given.company();
      const theirs = other.as((await other.given.account(company, 'MANAGER')).token);
      await other.given.voucher(company);
      await pool.query(`update voucher set city = 'Тула'`);
      await pool.query(`create sequence tries;
        create or replace function search_key(value text) returns text language plpgsql immutable as $$ begin
          if nextval('tries') > 0 and current_setting('statement_timeout') <> '20s'
          then raise exception 'time is over' using errcode = '57014'; end if;
          return upper(value); end $$`);
      expect((await theirs('GET', '/api/v2/Voucher/table?search=x')).body.Code).toBe('TOO_COSTLY');
      const filtered = async () => {
        const { status, body } = await theirs('GET', '/api/v2/Voucher/table?City=%D0%A2%D1%83%D0%BB%D0%B0');
        const { rows } = await pool.query<{ n: string }>('select last_value as n from tries');
        return { status, body, tries: Number(rows[0]?.n) };
      };
      const first = await filtered();
      expect([first.status, first.body.Total]).toEqual([200, 1]);
      expect(await filtered()).toEqual(first);
    } finally {
      await other.close();
    }
  });
});

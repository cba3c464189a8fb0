import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { givenLongList } from '../support/readers.ts';

let app: TestApp;
let manager: Call;
let english: Call;

beforeAll(async () => {
  app = await openTestApp();
  const companyId = await app.given.company();
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
  ])('for two hundred %s costs no more the twelfth time than the first', async (_name, search) => {
    for (let round = 0; round < 12; round += 1) {
      const startedMs = performance.now();
      const { status, body } = await list({ search });
      expect([status, body.Total]).toEqual([200, 0]);
      expect(performance.now() - startedMs).toBeLessThan(700);
    }
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

describe('what the database works on for too long', () => {
  // A search that cannot be found a quick way for: here each spelling takes its time.
  beforeAll(() =>
    app.connection.pool.query(`create or replace function search_key(value text) returns text language plpgsql immutable
      as $$ begin perform pg_sleep(60); return value; end $$`),
  );

  it.each([
    ['a search', '/api/v2/Voucher/table?search=x'],
    ['a filter', '/api/v2/Voucher/table?City=x'],
    ['a whole list', '/api/v2/Voucher/table?City=x&pageSize=99999999'],
    ['a pick', '/api/v2/Voucher/pick?search=xyz'],
  ])('%s is told so in words', async (name, path) => {
    const startedMs = performance.now();
    const { status, body } = await english('GET', path);
    expect([status, body.Message]).toEqual([503, expect.stringContaining('takes too long')]);
    if (name !== 'a whole list') expect(performance.now() - startedMs).toBeLessThan(4000);
    const russian = name === 'a search' ? await manager('GET', path) : undefined;
    if (russian) expect(russian.body.Message).toContain('слишком много времени');
  });
});

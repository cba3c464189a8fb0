import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { statementsOf } from '../support/statements.ts';

/** Creates vouchers with equal and missing values to sort by, as a bulk load writes them. */
const givenManyVouchers = async ({ given, connection }: TestApp, companyId: number, rows: number) => {
  await given.voucher(companyId, { number: 'M-1' });
  await connection.pool.query(
    `insert into voucher (company_id, object_id, number, client_id, vehicle_id, stage, created_at, activated_at,
       client_name, reg_number, vehicle_brand, vehicle_model, crashes)
     select company_id, 'many-' || company_id || '-' || n, 'M-' || n, client_id, vehicle_id, stage, created_at,
       case when n % 4 <> 0 then created_at - n % 700 * interval '1 minute' end,
       'Клиент ' || n % 50, 'А' || lpad((n * 7 % 1000)::text, 3, '0') || 'ВС77', vehicle_brand, vehicle_model, n % 3
     from voucher, generate_series(2, $2::int) as n where company_id = $1`,
    [companyId, rows],
  );
  await connection.pool.query("update row_total set total = $2 where company_id = $1 and list = 'vouchers'", [
    companyId,
    rows,
  ]);
};

const many = 6000;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let companyId: number;
let manager: Call;
const asManagerOf = async (rows: number) => {
  companyId = await app.given.company();
  manager = app.as((await app.given.account(companyId, 'MANAGER')).token);
  await givenManyVouchers(app, companyId, rows);
};

const orders: readonly (readonly [sort: string, sql: string])[] = [
  ['VoucherNumber-asc', 'number, id'],
  ['ClientName-asc', 'client_name, id'],
  ['ClientName-desc', 'client_name desc, id desc'],
  ['Crashes-desc', 'crashes desc, id desc'],
  ['VoucherActivationDate-asc', 'activated_at nulls last, id'],
  ['VoucherActivationDate-desc', 'activated_at desc nulls last, id desc'],
];

const pageOf = async (page: number, more: string) => {
  const { status, body } = await manager('GET', `/api/v2/Voucher/table?page=${page}&pageSize=50&${more}`);
  expect(status).toBe(200);
  return { ids: body.Items.map(({ Id }: { Id: number }) => Id), total: body.Total };
};

const sorted = async (order: string, where = 'true'): Promise<number[]> => {
  const { rows } = await app.connection.pool.query<{ id: number }>(
    `select id from voucher where company_id = $1 and ${where} order by ${order}`,
    [companyId],
  );
  return rows.map(({ id }) => id);
};

/** Writes in a transaction, as the program does. */
const activate = (at: string) => app.given.voucher(companyId, { activated_at: new Date(at), client_name: 'Клиент 07' });

describe('a page far from the beginning', () => {
  beforeAll(() => asManagerOf(many));

  it.each(orders)('is exact by %s, in whatever order the pages are read', async (sort, order) => {
    const all = await sorted(order);
    // A quarter of the rows has no time of activation, so page 91 begins among rows with it and ends among others.
    for (const page of [30, 31, 24, 60, 90, 91, 92, 100, 101, 119, 120, 21, 40, 41, 30]) {
      const { ids, total } = await pageOf(page, `sort=${sort}`);
      expect(ids, `page ${page}`).toEqual(all.slice((page - 1) * 50, page * 50));
      expect(total).toBe(many);
    }
    expect(await pageOf(121, `sort=${sort}`)).toEqual({ ids: [], total: many });
  });

  it('does not walk over the list again while nothing changes', async () => {
    await pageOf(50, 'sort=ClientName-asc');
    const sent = await statementsOf(async () => {
      for (const page of [33, 61, 77]) await pageOf(page, 'sort=ClientName-asc');
    });
    expect(sent.filter(({ text }) => text.includes('row_number()'))).toEqual([]);
  });

  it('shows a row as it is now, and begins at most as many rows off as rows were added in the last seconds', async () => {
    const before = await sorted('number desc, id desc');
    const page = 50;
    const asked = 'sort=VoucherNumber-desc';
    expect((await pageOf(page, asked)).ids).toEqual(before.slice((page - 1) * 50, page * 50));
    const shown = before[(page - 1) * 50 + 7] as number;
    // The new rows are the first in the order.
    for (let n = 0; n < 3; n += 1) await app.given.voucher(companyId, { number: `Z-${n}` });
    await app.connection.pool.query("update voucher set agent = 'Новый' where company_id = $1 and id = $2", [
      companyId,
      shown,
    ]);
    const { status, body } = await manager('GET', `/api/v2/Voucher/table?page=${page}&pageSize=50&${asked}`);
    expect(status).toBe(200);
    expect(body.Total).toBe(many + 3);
    const off = before.indexOf(body.Items[0].Id) - (page - 1) * 50;
    expect(off).toBeGreaterThanOrEqual(-3);
    expect(off).toBeLessThanOrEqual(0);
    expect(body.Items.find(({ Id }: { Id: number }) => Id === shown).Agent).toBe('Новый');
    // The place of the first row is exact again after five seconds.
    const after = await sorted('number desc, id desc');
    await vi.waitFor(
      async () => expect((await pageOf(page, asked)).ids).toEqual(after.slice((page - 1) * 50, page * 50)),
      { timeout: 30_000, interval: 500 },
    );
  });
});

describe('a page near the end of a long list, while others write', () => {
  beforeAll(() => asManagerOf(2000));

  it.each(orders)('by %s has what was written before it was asked for, between two pages', async (sort, order) => {
    for (const page of [25, 26, 38]) {
      await pageOf(page, `sort=${sort}`);
      await activate('2026-01-15T11:59:59.000Z');
      const { ids, total } = await pageOf(page, `sort=${sort}`);
      expect(ids).toEqual((await sorted(order)).slice((page - 1) * 50, page * 50));
      expect(total).toBe(await sorted(order).then(all => all.length));
    }
  });

  it('is exact while others write all the time', async () => {
    const asked = 'sort=VoucherNumber-desc';
    const order = await sorted('number desc, id desc');
    const { length } = order;
    let writing = true;
    const written = (async () => {
      let rows = length;
      // The new row is the first in the order, so it moves all others by one position.
      for (; writing; rows += 1) await app.given.voucher(companyId, { number: `Z-${String(rows).padStart(6, '0')}` });
      return rows;
    })();
    for (let time = 0; time < 15; time += 1) {
      const { ids, total } = await pageOf(25 + (time % 7), asked);
      // Page and total belong to one moment: the total tells how far the rows have moved.
      const first = (24 + (time % 7)) * 50 - (total - length);
      expect(ids).toEqual(order.slice(first, first + 50));
    }
    writing = false;
    const rows = await written;
    expect((await pageOf(1, asked)).total).toBe(rows);
  });
});

describe('the total of a search', () => {
  beforeAll(() => asManagerOf(2000));

  it.each([
    ['a word', 'Клиент 12', "search like '%' || search_key('Клиент12') || '%'"],
    ['two letters', '77', "search like '%77%'"],
    ['two letters that nothing has', 'ЫЫ', 'false'],
    ['one row', 'M-1999', "search like '%M1999%'"],
  ])('is exact for %s, on every page', async (_what, text, where) => {
    const all = await sorted('activated_at desc nulls last, id desc', where);
    for (const page of [1, 2, 1, 12]) {
      const { ids, total } = await pageOf(page, `search=${encodeURIComponent(text)}`);
      expect(total).toBe(all.length);
      expect(ids).toEqual(all.slice((page - 1) * 50, page * 50));
    }
  });

  it('is exact while others write, and of one moment with its rows', async () => {
    const asked = `search=${encodeURIComponent('щщ')}`;
    let written = 0;
    const writing = (async () => {
      for (; written < 20; written += 1) await app.given.voucher(companyId, { client_name: `Щщ ${written}` });
    })();
    for (let seen = 0; seen < 20; ) {
      const before = written;
      const answers = await Promise.all(Array.from({ length: 4 }, () => pageOf(1, asked)));
      for (const { ids, total } of answers) {
        // The total is never lower than the number of rows written before the request.
        expect(total).toBeGreaterThanOrEqual(before);
        expect(ids).toHaveLength(Math.min(total, 50));
        seen = Math.max(seen, total);
      }
    }
    await writing;
  });

  it('is counted once for many who ask at the same time', async () => {
    const sent = await statementsOf(() => Promise.all(Array.from({ length: 12 }, () => pageOf(1, 'search=77'))));
    expect(sent.filter(({ text }) => text.includes('count(*)'))).toHaveLength(1);
  });

  it.each([
    ['a search', 1, `search=${encodeURIComponent('Клиент 12')}`],
    ['a page far from the beginning', 33, 'sort=ClientName-asc'],
  ])('and the rows of %s take one statement when they are asked for again', async (_what, page, asked) => {
    const first = await pageOf(page, asked);
    const sent = await statementsOf(async () => expect(await pageOf(page, asked)).toEqual(first));
    expect(sent.filter(({ text }) => /from (voucher|event_head)/.test(text))).toHaveLength(1);
  });

  it('is never another company’s', async () => {
    const other = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    await pageOf(1, 'search=77');
    const { body } = await other('GET', '/api/v2/Voucher/table?page=1&pageSize=50&search=77');
    expect(body).toMatchObject({ Items: [], Total: 0 });
  });
});

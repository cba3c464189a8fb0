import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { read, utils } from 'xlsx';
import { prune } from '../../server/plugins/upkeep.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

const columns = ['VoucherNumber', 'VoucherActivationDate', 'ClientName', 'City', 'Crashes', 'Vip', 'ContractBeginDate'];
const rows = 1234;

let app: TestApp;
let companyId: number;
let manager: Call;
beforeAll(async () => {
  app = await openTestApp();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  companyId = await app.given.company();
  manager = app.as((await app.given.account(companyId, 'MANAGER')).token);
  await givenVouchers(companyId, rows);
});
afterAll(() => app.close());

const givenVouchers = async (company: number, count: number) => {
  await app.given.voucher(company);
  await app.connection.pool.query(
    `insert into voucher (company_id, object_id, number, client_id, vehicle_id, cycle, created_at, activated_at,
       client_name, vehicle_brand, vehicle_model, city, contract_begin)
     select company_id, 'export-' || company_id || '-' || n, 'E-' || lpad(n::text, 6, '0'), client_id, vehicle_id, cycle,
       created_at, '2026-01-15T09:30:00Z'::timestamptz, case when n = 2 then '=1+1' else 'Ёлкин "Пётр"; ' || n end,
       'Lada', 'Vesta', case when n % 2 = 0 then 'Казань' else 'Москва' end, '2026-01-01'
     from voucher, generate_series(2, $2::int) as n where company_id = $1`,
    [company, count],
  );
  await app.connection.pool.query("update row_total set total = $2 where company_id = $1 and list = 'vouchers'", [
    company,
    count,
  ]);
};

const order = (Format: string, more: object = {}) => ({
  Resource: 'vouchers',
  Format,
  Columns: columns,
  Query: { sort: 'VoucherNumber-asc' },
  TimeZone: 'Europe/Moscow',
  ...more,
});

const state = async (call: Call, id: number) => (await call('GET', `/api/v3/exports/${id}`)).body;
const whenOver = async (call: Call, id: number) =>
  vi.waitFor(
    async () => {
      const found = await state(call, id);
      expect(['queued', 'running']).not.toContain(found.State);
      return found;
    },
    { timeout: 20_000, interval: 50 },
  );

const begin = async (call: Call, body: object): Promise<number> => {
  const reply = await call('POST', '/api/v3/exports', body);
  expect(reply.body).toMatchObject({ Id: expect.any(Number) });
  expect(reply.status).toBe(201);
  return reply.body.Id;
};

const make = async (call: Call, body: object) => {
  const id = await begin(call, body);
  const over = await whenOver(call, id);
  expect(over).toMatchObject({ State: 'done', Error: null });
  return { over, file: await call('GET', `/api/v3/exports/${id}/file`) };
};

describe('a list as a file', () => {
  it('as CSV: every row, in the order, the columns and the words on the screen; formulas stay texts', async () => {
    const { over, file } = await make(manager, order('csv'));
    expect(over).toMatchObject({ List: 'Ваучеры', Filter: 'все строки', Total: rows, Done: rows, HasFile: true });
    expect(over.SizeBytes).toBe(file.bytes.length);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const lines: string[][] = parse(file.bytes, { bom: true, delimiter: ';' });
    expect(lines).toHaveLength(rows + 1);
    expect(lines[0]).toEqual(['Номер ваучера', 'Активирован', 'Клиент', 'Город', 'Аварий', 'VIP', 'Начало договора']);
    const formula = lines.find(([number]) => number === 'E-000002');
    expect(formula?.slice(1, 4)).toEqual(['15.01.2026 12:30', "'=1+1", 'Казань']);
    expect(lines.at(-2)?.slice(0, 3)).toEqual(['E-001234', '15.01.2026 12:30', 'Ёлкин "Пётр"; 1234']);
  });

  it('as XLSX: typed cells, a header that stays, and a first sheet that says where it comes from', async () => {
    const { file } = await make(manager, order('xlsx', { Query: { City: 'Казань', sort: 'VoucherNumber-desc' } }));
    const book = read(file.bytes, { cellNF: true, cellStyles: true });
    expect(book.SheetNames).toEqual(['О выгрузке', 'Ваучеры  617']);
    const about = utils.sheet_to_json<string[]>(book.Sheets['О выгрузке']!, { header: 1 });
    expect(Object.fromEntries(about)).toMatchObject({
      Список: 'Ваучеры',
      Отбор: 'Город: Казань',
      Порядок: 'Номер ваучера, по убыванию',
      Строк: '617',
      Когда: '15.01.2026 15:00',
    });
    const page = book.Sheets['Ваучеры  617']!;
    expect(page['!autofilter']).toEqual({ ref: 'A1:G618' });
    expect(page.A1).toMatchObject({ t: 's', v: 'Номер ваучера' });
    expect(page.A2).toMatchObject({ t: 's', v: 'E-001234' });
    expect(page.B2).toMatchObject({ t: 'n', z: 'dd.mm.yyyy hh:mm' });
    expect(page.B2.v).toBeCloseTo(46037.520833, 5);
    expect(page.E2).toMatchObject({ t: 'n', v: 0, z: '0' });
    expect(page.F2).toMatchObject({ t: 'b', v: false });
    expect(page.C618).toMatchObject({ t: 's', v: '=1+1' });
    expect(page.C618.f).toBeUndefined();
    expect(page['!cols']?.[2]?.width).toBeGreaterThan(15);
  });

  it('as PDF, with its pages', async () => {
    const { over, file } = await make(manager, order('pdf', { Query: { search: 'E-0000' } }));
    expect(over).toMatchObject({ Filter: 'поиск: E-0000', Total: 98 });
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
  });
});

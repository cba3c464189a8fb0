import { parse } from 'csv-parse/sync';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { read, utils } from 'xlsx';
import { prune } from '../../server/plugins/upkeep.ts';
import { type Call, openTestApp, type Reply, type TestApp } from '../support/app.ts';

/** Drops the indexes of vouchers that are no keys, because filling them takes most of the time of a large insert. */
const dropIndexes = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    "select indexrelid::regclass::text as name from pg_index where indrelid = 'voucher'::regclass and not indisunique",
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
};

const columns = ['VoucherNumber', 'VoucherActivationDate', 'ClientName', 'City', 'Crashes', 'Vip', 'ContractBeginDate'];
const rows = 1234;

// Files of many thousand rows take long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

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
  const client = await app.connection.pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into voucher (company_id, object_id, number, client_id, vehicle_id, stage, created_at, activated_at,
       client_name, vehicle_brand, vehicle_model, city, contract_begin)
     select company_id, 'export-' || company_id || '-' || n, 'E-' || lpad(n::text, 6, '0'), client_id, vehicle_id, stage,
       created_at, '2026-01-15T09:30:00Z'::timestamptz, case when n = 2 then '=1+1' else 'Ёлкин "Пётр"; ' || n end,
       'Lada', 'Vesta', case when n % 2 = 0 then 'Казань' else 'Москва' end, '2026-01-01'
     from voucher, generate_series(2, $2::int) as n where company_id = $1`,
    [company, count],
  );
  // The connection has no time limit, so it is not returned to the pool.
  client.release(true);
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
    { interval: 50 },
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
    const lines = parse(file.bytes, { bom: true, delimiter: ';' }) as string[][];
    expect(lines).toHaveLength(rows + 1);
    expect(lines[0]).toEqual(['Номер ваучера', 'Активирован', 'Клиент', 'Город', 'Аварий', 'VIP', 'Начало договора']);
    const formula = lines.find(([number]) => number === 'E-000002');
    expect(formula?.slice(1, 4)).toEqual(['15.01.2026 12:30', "'=1+1", 'Казань']);
    expect(lines.at(-2)?.slice(0, 3)).toEqual(['E-001234', '15.01.2026 12:30', 'Ёлкин "Пётр"; 1234']);
  });

  it('with the titles of dictionaries that the screen has', async () => {
    const company = await app.given.company();
    const { token } = await app.given.account(company, 'MANAGER');
    await app.given.voucher(company, { car_type_id: 2, fuel_type_id: 1 });
    const shown = (await app.as(token)('GET', '/api/v2/Voucher/table')).body.Items[0];
    const { file } = await make(app.as(token), order('csv', { Columns: ['CarType', 'FuelType'] }));
    const [, line] = parse(file.bytes, { bom: true, delimiter: ';' }) as string[][];
    expect(line).toEqual([shown.CarType, shown.FuelType]);
    expect(shown.CarType).toBeTruthy();
  });

  it('names a country in the reader’s language, not by its code', async () => {
    const company = await app.given.company();
    const { token } = await app.given.account(company, 'MANAGER');
    await app.given.voucher(company, { country: 'DE' });
    const countryIn = async (locale: 'ru' | 'en') => {
      const { file } = await make(app.as(token, locale), order('csv', { Columns: ['Country'] }));
      return (parse(file.bytes, { bom: true, delimiter: [';', ','] }) as string[][])[1];
    };
    expect([await countryIn('ru'), await countryIn('en')]).toEqual([['Германия'], ['Germany']]);
  });

  it('as XLSX: typed cells, a header that stays, and a first sheet that says where it comes from', async () => {
    const { file } = await make(manager, order('xlsx', { Query: { City: 'Казань', sort: 'VoucherNumber-desc' } }));
    const book = read(file.bytes, { cellNF: true, cellStyles: true });
    expect(book.SheetNames).toEqual(['Ваучеры 617', 'О выгрузке']);
    const about = utils.sheet_to_json<string[]>(book.Sheets['О выгрузке']!, { header: 1 });
    expect(Object.fromEntries(about)).toMatchObject({
      Список: 'Ваучеры',
      Отбор: 'Город: Казань',
      Порядок: 'Номер ваучера, по убыванию',
      Строк: '617',
      Когда: '15.01.2026 15:00',
    });
    const page = book.Sheets['Ваучеры 617']!;
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

  it('has several pages as PDF', async () => {
    const { over, file } = await make(manager, order('pdf', { Query: { search: 'E-0000' } }));
    expect(over).toMatchObject({ Filter: 'поиск: E-0000', Total: 98 });
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
  });
});

const actions = async (id: number) =>
  (
    await app.connection.db
      .selectFrom('audit')
      .select(['action', 'changes'])
      .where('entity', '=', 'export')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action, changes }) => ({
    action,
    ...Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  }));

describe('whose they are', () => {
  it('a file is fetched by its author and by managers of the company; nobody else knows of it', async () => {
    const operator = await app.given.account(companyId, 'OPERATOR');
    const colleague = app.as((await app.given.account(companyId, 'OPERATOR')).token);
    const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    await app.given.accident(companyId);
    const author = app.as(operator.token);
    const ordered = { Resource: 'accidents', Split: 'opened', Format: 'csv', Columns: ['CrashDateTime'] };
    const { over } = await make(author, ordered);
    const answers = async (call: Call) => {
      const one = (await call('GET', `/api/v3/exports/${over.Id}`)).status;
      const file = (await call('GET', `/api/v3/exports/${over.Id}/file`)).status;
      const { Items } = (await call('GET', '/api/v3/exports?pageSize=1000')).body as { Items: { Id: number }[] };
      return [one, file, Items.some(({ Id }) => Id === over.Id)];
    };
    expect(await answers(author)).toEqual([200, 200, true]);
    expect(await answers(manager)).toEqual([200, 200, true]);
    expect(await answers(colleague)).toEqual([404, 404, false]);
    expect(await answers(stranger)).toEqual([404, 404, false]);
    expect((await stranger('DELETE', `/api/v3/exports/${over.Id}`)).status).toBe(404);
    const history = `/api/v3/audit?filter=${encodeURIComponent(JSON.stringify({ entity: 'export', entityId: over.Id }))}`;
    expect([(await manager('GET', history)).status, (await colleague('GET', history)).status]).toEqual([200, 403]);
  });

  it('no row of another company is in it', async () => {
    const other = await app.given.company();
    const its = app.as((await app.given.account(other, 'MANAGER')).token);
    await givenVouchers(other, 3);
    const { file } = await make(its, order('csv'));
    const lines = parse(file.bytes, { bom: true, delimiter: ';' }) as string[][];
    expect(lines).toHaveLength(4);
  });

  it('whoever may not read a list cannot have it written, before or after it was ordered', async () => {
    const operator = await app.given.account(companyId, 'OPERATOR');
    expect((await app.as(operator.token)('POST', '/api/v3/exports', order('csv'))).status).toBe(403);
    const former = await app.given.account(companyId, 'MANAGER');
    const db = app.connection.db;
    // The export is ordered while no job runs. The job starts after the rights are revoked.
    const id = await begin(app.as(former.token), order('csv'));
    await whenOver(manager, id);
    await db
      .updateTable('account')
      .set({ roles: ['OPERATOR'] })
      .where('id', '=', former.id)
      .execute();
    await again(id);
    expect(await whenOver(manager, id)).toMatchObject({ State: 'failed', HasFile: false });
  });
});

/** Resets the job as if it was just ordered. */
const again = async (id: number) => {
  await app.connection.pool.query("update job set state = 'queued' where id = $1", [id]);
  await app.connection.pool.query(
    `select graphile_worker.add_job('job', json_build_object('companyId', $1::bigint, 'id', $2::bigint), max_attempts := 1)`,
    [companyId, id],
  );
};

describe('an order', () => {
  it.each([
    ['a list that is none', { Resource: 'passwords' }, 'Resource'],
    ['a list of a name that objects have by themselves', { Resource: 'constructor' }, 'Resource'],
    ['a column that is none', { Columns: ['VoucherNumber', 'PasswordHash'] }, 'Columns'],
    ['a filter that is none', { Query: { Nonsense: 1 } }, 'Query.Nonsense'],
    ['a filter with a wrong value', { Query: { CrashesFrom: 'many' } }, 'Query.CrashesFrom'],
    ['an order that is none', { Query: { sort: 'VIN-asc' } }, 'sort'],
    ['a part that is none', { Split: 'opened' }, 'Split'],
    ['a time zone that is none', { TimeZone: 'Mars/Olympus' }, 'TimeZone'],
  ])('with %s is refused, and says so', async (_what, more, field) => {
    const reply = await manager('POST', '/api/v3/exports', order('csv', more));
    expect([reply.status, reply.body.Errors?.[0]?.Field]).toEqual([400, field]);
  });

  it.each([
    ['ru', 'Такого значения нет: '],
    ['en', 'There is no such value: '],
  ] as const)('names each column that the list does not have, in the language %s', async (locale, words) => {
    const { token } = await app.given.account(companyId, 'MANAGER');
    const Columns = ['VoucherNumber', 'PasswordHash', 'Nonsense'];
    const reply = await app.as(token, locale)('POST', '/api/v3/exports', order('csv', { Columns }));
    expect(reply.body.Errors).toEqual(
      ['PasswordHash', 'Nonsense'].map(name => ({ Field: 'Columns', Message: `${words}${name}` })),
    );
  });

  it('sent twice under one key is one export', async () => {
    const headers = { 'idempotency-key': 'export-once' };
    const [first, second] = [
      await manager('POST', '/api/v3/exports', order('csv'), { headers }),
      await manager('POST', '/api/v3/exports', order('csv'), { headers }),
    ];
    expect(second.body.Id).toBe(first.body.Id);
    await whenOver(manager, first.body.Id);
  });

  it('is written again as it was asked for: filter, order and columns, for whoever asks, in their language', async () => {
    const asked = order('csv', {
      Columns: ['VoucherNumber', 'ContractBeginDate'],
      Query: {
        sort: 'VoucherNumber-desc',
        Status: 'created,active',
        City: 'Казань',
        VoucherActivationDateFrom: '2026-01-01T00:00:00Z',
      },
    });
    const { over, file } = await make(manager, asked);
    // Half of all vouchers are of this city.
    expect([over.Total > 0, over.Total < rows]).toEqual([true, true]);
    await app.connection.db.updateTable('job').set({ state: 'failed' }).where('id', '=', over.Id).execute();
    const english = app.as((await app.given.account(companyId, 'MANAGER')).token, 'en');
    const again = await english('POST', `/api/v3/exports/${over.Id}/again`);
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({ List: 'Vouchers', Format: 'csv', State: 'queued' });
    expect(again.body.Id).not.toBe(over.Id);
    expect(await whenOver(english, again.body.Id)).toMatchObject({ State: 'done', Total: over.Total, Error: null });
    const lines = ({ body }: Reply) =>
      (body as string)
        .split('\r\n')
        .slice(1)
        .map(line => line.split(/[;,]/)[0]);
    const anew = await english('GET', `/api/v3/exports/${again.body.Id}/file`);
    expect(lines(anew)).toEqual(lines(file));
    const colleague = app.as((await app.given.account(companyId, 'OPERATOR')).token);
    const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    for (const call of [colleague, stranger])
      expect((await call('POST', `/api/v3/exports/${over.Id}/again`)).status).toBe(404);
  });

  it('notifies its author of success and failure, unless the author turned these notifications off', async () => {
    const author = await app.given.account(companyId, 'MANAGER');
    const call = app.as(author.token);
    const news = async () =>
      (await call('GET', '/api/v3/notifications')).body.map(({ kind, text }: Record<string, unknown>) => [kind, text]);
    const { over } = await make(call, order('csv'));
    expect(await news()).toEqual([['export', over.FileName]]);

    await app.connection.db
      .updateTable('account')
      .set({ roles: ['OPERATOR'] })
      .where('id', '=', author.id)
      .execute();
    await again(over.Id);
    expect((await whenOver(call, over.Id)).State).toBe('failed');
    expect((await news()).sort()).toEqual([
      ['export', over.FileName],
      ['exportFailed', expect.stringMatching(`^${over.FileName}: .*прав`)],
    ]);

    const quiet = app.as((await app.given.account(companyId, 'MANAGER')).token);
    await quiet('PUT', '/api/v2/Account/settings', { Notifications: { Jobs: false } });
    await make(quiet, order('csv'));
    expect((await quiet('GET', '/api/v3/notifications')).body).toEqual([]);
  });

  it('is described to each reader in the language of the reader', async () => {
    const asked = { Query: { CityBegins: 'Мос', sort: 'VoucherNumber-desc' }, Rows: 5 };
    const { body } = await manager('POST', '/api/v3/exports/written', { ...order('pdf'), ...asked });
    expect(body).toMatchObject({ List: 'Ваучеры', Filter: 'Город: начинается с Мос' });
    const reader = app.as((await app.given.account(companyId, 'MANAGER')).token, 'en');
    const english = { List: 'Vouchers', Filter: 'City: begins with Мос', Sort: 'Voucher no., descending' };
    expect((await reader('GET', `/api/v3/exports/${body.Id}`)).body).toMatchObject(english);
    expect((await reader('GET', '/api/v3/exports')).body.Items[0]).toMatchObject(english);
    // A file about the exports has the same text.
    const { file } = await make(reader, order('csv', { Resource: 'exports', Columns: ['Filter'], Query: {} }));
    expect(file.bytes.toString()).toContain('City: begins with Мос');
  });

  it('names the record that a filter refers to by its title; one of another company stays a number', async () => {
    const clientOf = async (company: number) => {
      const { rows } = await app.connection.pool.query(
        `select v.client_id as id, trim(concat_ws(' ', last_name, first_name, middle_name)) as name
         from voucher v join client c on c.company_id = v.company_id and c.id = v.client_id where v.company_id = $1 limit 1`,
        [company],
      );
      return rows[0] as { id: number; name: string };
    };
    const strangers = await app.given.company('Чужие');
    await app.given.voucher(strangers);
    const [client, foreign] = [await clientOf(companyId), (await clientOf(strangers)).id];
    const filterOf = async (ClientId: number) =>
      (await manager('POST', '/api/v3/exports/written', { ...order('pdf', { Query: { ClientId } }), Rows: 1 })).body
        .Filter;
    expect(await filterOf(client.id)).toBe(`Карточка клиента: ${client.name}`);
    expect(await filterOf(foreign)).toBe(`Карточка клиента: ${foreign}`);
    const found = await manager('POST', '/api/v2/Voucher/bulk/setAgent', {
      Query: { ClientId: client.id },
      Asked: { Agent: 'x' },
    });
    expect(found.body.Filter).toBe(`Карточка клиента: ${client.name}`);
  });

  it('is in the history with its filter and how many rows it had, a browser’s own too', async () => {
    const { over } = await make(manager, order('csv', { Query: { ids: '1,2,3', sort: 'VoucherNumber-asc' } }));
    expect(await actions(over.Id)).toEqual([
      expect.objectContaining({ action: 'export', Filter: 'выбранные строки: 3', Format: 'csv', Total: over.Done }),
    ]);
    const written = await manager('POST', '/api/v3/exports/written', { ...order('pdf', { Query: {} }), Rows: 17 });
    expect(written.body).toMatchObject({ State: 'done', HasFile: false, Total: 17, Filter: 'все строки' });
    expect(await actions(written.body.Id)).toEqual([expect.objectContaining({ action: 'export', Total: 17 })]);
    expect((await manager('GET', `/api/v3/exports/${written.body.Id}/file`)).status).toBe(409);
  });

  it('records a table of a page that is no list, in the words that the page shows', async () => {
    const table = {
      Name: 'trips',
      List: 'Поездки',
      Filter: 'V-1 · 01.01.2026',
      Columns: ['Балл'],
      TimeZone: 'Asia/Tokyo',
    };
    const record = (more: object) =>
      manager('POST', '/api/v3/exports/table', { ...table, Format: 'pdf', Rows: 3, ...more });
    const { body } = await record({});
    expect(body).toMatchObject({ List: 'Поездки', Filter: 'V-1 · 01.01.2026', State: 'done', HasFile: false, Done: 3 });
    expect(body.FileName).toMatch(/^trips \d{4}-\d\d-\d\d \d\d-\d\d\.pdf$/);
    expect(await actions(body.Id)).toEqual([
      expect.objectContaining({ action: 'export', List: 'Поездки', Columns: 'Балл', Total: 3 }),
    ]);
    expect((await manager('GET', '/api/v3/exports')).body.Items[0]).toMatchObject({ Id: body.Id, List: 'Поездки' });
    const again = await manager('POST', `/api/v3/exports/${body.Id}/again`);
    expect([again.status, again.body.Message]).toEqual([
      409,
      'Таблицу «Поездки» записал браузер, на сервере её строк нет. Откройте её страницу и выгрузите снова',
    ]);
    expect((await record({ Name: '../x' })).status).toBe(400);
    expect((await record({ TimeZone: 'Mars/Base' })).status).toBe(400);
    const tooLong = await record({ Rows: 10_001 });
    expect([tooLong.status, JSON.stringify(tooLong.body)]).toEqual([422, expect.stringContaining('XLSX, CSV')]);
  });
});

describe('a large export', () => {
  const large = 40_000;
  let big: Call;
  beforeAll(async () => {
    const company = await app.given.company();
    big = app.as((await app.given.account(company, 'MANAGER')).token);
    await dropIndexes(app.connection.pool);
    await givenVouchers(company, large);
  });

  it('has every one of 40,000 rows as CSV and as XLSX, each once, with its header, its types and its Cyrillic', async () => {
    const Columns = ['VoucherNumber', 'VoucherActivationDate', 'ClientName', 'Crashes'];
    const header = ['Номер ваучера', 'Активирован', 'Клиент', 'Аварий'];
    const client = (number: string) => `Ёлкин "Пётр"; ${Number(number.slice(2))}`;
    const csv = await make(big, order('csv', { Columns }));
    expect(csv.over.Done).toBe(large);
    const [head, formula, ...lines] = parse(csv.file.bytes, { bom: true, delimiter: ';' }) as string[][];
    const given = lines.pop();
    expect([head, formula]).toEqual([header, ['E-000002', '15.01.2026 12:30', "'=1+1", '0']]);
    expect(given?.[0]).toMatch(/^V-/);
    expect(new Set(lines.map(([number]) => number)).size).toBe(large - 2);
    const odd = ([number = '', ...cells]: string[]) =>
      cells.join() !== ['15.01.2026 12:30', client(number), '0'].join();
    expect(lines.filter(odd)).toEqual([]);

    const xlsx = await make(big, order('xlsx', { Columns }));
    const book = read(xlsx.file.bytes, { dense: true });
    const page = book.Sheets[book.SheetNames[0]!] as unknown as { '!data': { t: string; v: string | number }[][] };
    const [top, , ...cells] = page['!data'];
    cells.pop();
    expect(top?.map(({ v }) => v)).toEqual(header);
    expect(new Set(cells.map(([number]) => number?.v)).size).toBe(large - 2);
    const kinds = new Set(cells.map(row => row.map(({ t }) => t).join('')));
    expect([...kinds]).toEqual(['snsn']);
    expect(cells.filter(([number, , name]) => name?.v !== client(String(number?.v)))).toEqual([]);
    // Reading the file blocked the server's event loop. The server refuses calls until its next load check.
    await vi.waitFor(async () => expect((await big('GET', '/api/v3/exports')).status).toBe(200));
  });

  it('is refused as PDF, with what would do', async () => {
    const reply = await big('POST', '/api/v3/exports', order('pdf'));
    expect([reply.status, reply.body.Code]).toEqual([422, 'EXPORT_TOO_LARGE']);
    expect(reply.body.Message).toContain('XLSX, CSV');
  });

  it('that is cancelled stops, leaves nothing and can be told from one that failed', async () => {
    const id = await begin(big, order('xlsx'));
    await vi.waitFor(async () => expect((await state(big, id)).State).toBe('running'), {
      interval: 10,
    });
    expect((await big('DELETE', `/api/v3/exports/${id}`)).status).toBe(200);
    expect(await state(big, id)).toMatchObject({ State: 'cancelled', HasFile: false, Error: null });
    expect((await big('GET', `/api/v3/exports/${id}/file`)).status).toBe(409);
    // Waits until the job has noticed its cancellation.
    await vi.waitFor(
      async () => {
        const { rows: chunks } = await app.connection.pool.query('select 1 from job_chunk where job_id = $1', [id]);
        const { rows: reading } = await app.connection.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and query like 'fetch%' and state <> 'idle'",
        );
        expect([chunks.length, reading.length]).toEqual([0, 0]);
      },
      { interval: 100 },
    );
  });

  it('is one of five at most that a person has under way', async () => {
    const replies = await Promise.all(Array.from({ length: 7 }, () => big('POST', '/api/v3/exports', order('xlsx'))));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429]);
    for (const { status, body } of replies)
      if (status === 201) expect((await big('DELETE', `/api/v3/exports/${body.Id}`)).status).toBe(200);
  });
});

it('fifty that ten people of two companies order at once all end as files', async () => {
  const other = await app.given.company();
  await app.given.voucher(other);
  const people: Call[] = [];
  for (const company of [companyId, other])
    for (let n = 0; n < 5; n += 1) people.push(app.as((await app.given.account(company, 'MANAGER')).token));
  const formats = ['csv', 'xlsx', 'csv', 'xlsx', 'pdf'];
  const orders = people.flatMap(person => formats.map(format => ({ person, format })));
  const replies = await Promise.all(
    orders.map(({ person, format }) => person('POST', '/api/v3/exports', order(format))),
  );
  expect(replies.map(({ status }) => status)).toEqual(orders.map(() => 201));
  const ids = replies.map(({ body }) => body.Id as number);
  const states = await vi.waitFor(
    async () => {
      const { rows: jobs } = await app.connection.pool.query<{ state: string }>(
        'select state from job where id = any($1)',
        [ids],
      );
      expect(jobs.filter(each => ['queued', 'running'].includes(each.state))).toEqual([]);
      return jobs.map(each => each.state);
    },
    { timeout: 240_000, interval: 200 },
  );
  expect(states).toEqual(orders.map(() => 'done'));
});

it('a file is kept for seven days, and gone with its job after that', async () => {
  const { over } = await make(manager, order('csv'));
  const left = async () =>
    (await app.connection.pool.query('select 1 from job_chunk where job_id = $1', [over.Id])).rows.length;
  app.clock.forward(6.9 * 86_400);
  await prune(app.connection.db, app.clock.now());
  // The earlier session has expired by now.
  const deferred = app.as((await app.given.account(companyId, 'MANAGER')).token);
  expect([await left(), (await state(deferred, over.Id)).HasFile]).toEqual([1, true]);
  app.clock.forward(0.2 * 86_400);
  await prune(app.connection.db, app.clock.now());
  expect([await left(), (await deferred('GET', `/api/v3/exports/${over.Id}`)).status]).toEqual([0, 404]);
});

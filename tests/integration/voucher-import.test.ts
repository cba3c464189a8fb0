import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BookType, read, utils, write } from 'xlsx';
import { lockLimitMs } from '../../server/db/connect.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';
import { fileUpload } from '../support/upload.ts';
import { waiters } from '../support/waiting.ts';

let app: TestApp;
let companyId: number;
let manager: Call;
beforeAll(async () => {
  // Progress is stored ten times a second, so that a short import can be seen in the middle.
  app = await openTestApp(undefined, { jobs: { startHook: 'onListen', heartbeatMs: 100 } }, '', undefined, lockLimitMs);
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  companyId = await app.given.company();
  manager = app.as((await app.given.account(companyId, 'MANAGER')).token);
});
afterAll(() => app.close());

const upload = (call: Call, bytes: Buffer | string, name = 'vouchers.csv') =>
  call('POST', '/api/v3/imports', undefined, fileUpload(name, Buffer.from(bytes)));
const columnsOf = async (call: Call, id: number) => (await call('GET', `/api/v3/imports/${id}/columns`)).body;
const matchedOf = async (call: Call, id: number): Promise<(string | null)[]> =>
  (await columnsOf(call, id)).Columns.map(({ Field }: { Field: string | null }) => Field);
const whenStill = (call: Call, id: number) =>
  vi.waitFor(
    async () => {
      const { body } = await call('GET', `/api/v3/imports/${id}`);
      expect(['checking', 'importing', 'undoing']).not.toContain(body.State);
      return body;
    },
    { interval: 30 },
  );
const check = async (call: Call, id: number, columns?: readonly (string | null)[]) => {
  const Columns = columns ?? (await matchedOf(call, id));
  const begun = await call('POST', `/api/v3/imports/${id}/check`, { Columns, TimeZone: 'Europe/Moscow' });
  expect(begun.body).toMatchObject({ Id: id });
  return whenStill(call, id);
};
const step = async (call: Call, id: number, name: 'run' | 'undo') => {
  const begun = await call('POST', `/api/v3/imports/${id}/${name}`);
  expect(begun.body).toMatchObject({ Id: id });
  return whenStill(call, id);
};
const faultsOf = async (call: Call, id: number) => (await call('GET', `/api/v3/imports/${id}/faults`)).body;
const said = async (call: Call, id: number) =>
  (await faultsOf(call, id)).Items.map((fault: { Row: number; Field: string; Message: string }) => [
    fault.Row,
    fault.Field,
    fault.Message,
  ]);
const vouchers = async (call: Call, search = '') =>
  (await call('GET', `/api/v2/Voucher/table?pageSize=1000${search && `&search=${search}`}`)).body;
const total = async (call: Call) => (await vouchers(call)).Total;

/** Returns a manager of a new company, so that its totals can be counted. */
const givenManager = async () => {
  const id = await app.given.company();
  return { companyId: id, call: app.as((await app.given.account(id, 'MANAGER')).token) };
};

let number = 0;
/** Returns lines of a file with the columns that a voucher needs. */
const lines = (count: number, heading = 'Номер ваучера;Фамилия;Марка') => {
  number += 1000;
  return [heading, ...Array.from({ length: count }, (_, at) => `IM-${number + at};Петров;Kia`)];
};

describe('numbers in letters that look alike', () => {
  it('are pointed out against the file and against what is on file', async () => {
    const { call, companyId: id } = await givenManager();
    const voucherId = await app.given.voucher(id, { number: 'TX-1' });
    const file = 'Номер ваучера;Фамилия;Марка\nHH-005;Петров;Kia\nНН-005;Петров;Kia\nТХ-1;Петров;Kia\nТХ-11;Петров;Kia';
    const { Id } = (await upload(call, file)).body;
    expect(await check(call, Id)).toMatchObject({ WrongRows: 0, DoubtfulRows: 2 });
    const { Items } = await faultsOf(call, Id);
    expect(Items).toMatchObject([
      {
        Row: 3,
        Field: 'VoucherNumber',
        Value: 'НН-005',
        Message:
          'В строке 2 почти то же самое: HH-005. Отличаются только похожие буквы (латинские и русские) или знаки',
        OtherRow: 2,
      },
      {
        Row: 4,
        Value: 'ТХ-1',
        Message: 'Почти такой уже есть: TX-1. Отличаются только похожие буквы (латинские и русские) или знаки',
        RecordId: voucherId.id,
      },
    ]);
  });
});

describe('the columns of a file', () => {
  const matched = async (headings: string, row: string) => {
    const { body } = await upload(manager, `${headings}\n${row}`);
    return matchedOf(manager, body.Id);
  };

  it('are known by their labels and usual headings, in either language and however they are written', async () => {
    expect(await matched('Номер ваучера;ФИО;Гос. номер;МАРКА;Дата рождения;Чужое', 'a;b;c;d;e;f')).toEqual([
      'VoucherNumber',
      'ClientName',
      'VehicleRegNumber',
      'VehicleBrand',
      'BirthdayDate',
      null,
    ]);
    expect(await matched('voucher no.,LAST NAME,make,Second phone,VIN code,Brand', 'a,b,c,d,e,f')).toEqual([
      'VoucherNumber',
      'ClientLastName',
      'VehicleBrand',
      'SecondaryPhoneNumber',
      'VIN',
      null,
    ]);
  });

  it('are matched next time as the same person matched them last', async () => {
    const file = 'Код;Кто;Машина\nR-1;Петров;Kia';
    const first = (await upload(manager, file)).body.Id;
    expect(await matchedOf(manager, first)).toEqual([null, null, null]);
    await check(manager, first, ['VoucherNumber', 'ClientName', 'VehicleBrand']);
    const again = (await upload(manager, file.replace('Код', 'КОД'))).body.Id;
    expect(await matchedOf(manager, again)).toEqual(['VoucherNumber', 'ClientName', 'VehicleBrand']);
    const colleague = app.as((await app.given.account(companyId, 'MANAGER')).token);
    expect(await matchedOf(colleague, (await upload(colleague, file)).body.Id)).toEqual([null, null, null]);
  });

  it('must hold what every voucher has, each field once', async () => {
    const { Id } = (await upload(manager, lines(1).join('\n'))).body;
    const refused = async (Columns: (string | null)[]) =>
      (await manager('POST', `/api/v3/imports/${Id}/check`, { Columns })).body.Errors;
    expect(await refused(['VoucherNumber', null, 'VoucherNumber'])).toEqual([
      { Field: 'Columns.2', Message: 'Можно указать только один раз' },
      { Field: 'ClientLastName', Message: 'В файле нет столбца для этого поля' },
      { Field: 'VehicleBrand', Message: 'В файле нет столбца для этого поля' },
    ]);
    expect(await refused(['VoucherNumber', 'ClientName', 'Crashes'])).toContainEqual({
      Field: 'Columns.2',
      Message: 'Неизвестный параметр',
    });
  });
});

describe('a file is read', () => {
  const headings = ['Номер ваучера', 'Фамилия', 'Марка', 'Город', 'Дата рождения', 'VIP', 'Год выпуска'];
  const row = (name: string) => [name, 'Ёлкин', 'Kia', 'Орёл; центр', '31.12.1990', 'да', '2 020'];
  const quoted = (cells: readonly string[], separator: string) =>
    cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(separator);
  const text = (name: string, separator: string) =>
    `${[headings, row(name)].map(each => quoted(each, separator)).join('\r\n')}\r\n`;
  /** Encodes Russian letters in windows-1251. */
  const windows1251 = (what: string) =>
    Buffer.from(
      [...what].map(letter => {
        if (letter === 'ё') return 0xb8;
        if (letter === 'Ё') return 0xa8;
        const code = letter.codePointAt(0) ?? 0;
        return code < 0x80 ? code : code - 0x410 + 0xc0;
      }),
    );
  const workbook = (name: string, bookType: BookType = 'xlsx') => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['О файле']]), 'Обложка');
    const born = { t: 'd', v: new Date(1990, 11, 31), z: 'dd.mm.yyyy' };
    const sheet = utils.aoa_to_sheet([[], headings, [name, 'Ёлкин', 'Kia', 'Орёл; центр', born, true, 2020]]);
    utils.book_append_sheet(book, sheet, 'Ваучеры');
    return write(book, { type: 'buffer', bookType, bookSST: true }) as Buffer;
  };

  it.each([
    ['as UTF-8 with semicolons', 'F-1', Buffer.from(text('F-1', ';'))],
    ['as UTF-8 with its mark and commas', 'F-2', Buffer.from(`\uFEFF${text('F-2', ',')}`)],
    ['as Windows-1251 with semicolons', 'F-3', windows1251(text('F-3', ';'))],
    ['as UTF-16 with tabs', 'F-4', Buffer.from(`\uFEFF${text('F-4', '\t')}`, 'utf16le')],
    ['as XLSX, with typed cells, from the sheet that has rows', 'F-5', workbook('F-5')],
    ['as XLS, with typed cells, from the sheet that has rows', 'F-6', workbook('F-6', 'biff8')],
    ['as ODS, with typed cells, from the sheet that has rows', 'F-7', workbook('F-7', 'ods')],
  ])('%s', async (_what, name, bytes) => {
    const { call } = await givenManager();
    const { Id } = (await upload(call, bytes, name === 'F-5' ? 'v.xlsx' : 'v.csv')).body;
    expect(await check(call, Id)).toMatchObject({ State: 'checked', WrongRows: 0, Rows: 1, Error: null });
    expect(await step(call, Id, 'run')).toMatchObject({ State: 'done', Error: null });
    const [voucher] = (await vouchers(call)).Items;
    expect(voucher).toMatchObject({
      VoucherNumber: name,
      ClientName: 'Ёлкин',
      VehicleBrand: 'Kia',
      City: 'Орёл; центр',
      BirthdayDate: '1990-12-31',
      Vip: true,
      VehicleYear: 2020,
      Status: 'created',
    });
  });

  it('one after the other for each company: a file that takes long holds up nobody else', async () => {
    const zip = utils.book_new();
    utils.book_append_sheet(zip, utils.aoa_to_sheet([['Номер ваучера', 'Фамилия']]), 'a');
    const rows = Array.from({ length: 15_000 }, (_, at) =>
      Array.from({ length: 6 }, (_, column) => `x${at}-${column}`),
    );
    utils.sheet_add_aoa(zip.Sheets.a as never, rows, { origin: -1 });
    const slow = write(zip, { type: 'buffer', compression: true }) as Buffer;
    const [other, third] = [await givenManager(), await givenManager()];
    const answered: string[] = [];
    const sent = async (name: string, call: Call, bytes: Buffer | string) => {
      expect((await upload(call, bytes, name)).status).toBe(201);
      answered.push(name);
    };
    const quick = (name: string, call: Call) => sent(name, call, lines(1).join('\n'));
    const slowOnes = [1, 2].map(n => sent(`slow ${n}`, manager, slow));
    await Promise.all([...slowOnes, quick('other', other.call), quick('third', third.call)]);
    expect(answered.slice(0, 2).sort()).toEqual(['other', 'third']);
    expect(answered.slice(2)).toEqual(['slow 1', 'slow 2']);
  });

  it('or refused in words: no table, broken, empty, too many rows, a bomb', async () => {
    const refusal = async (bytes: Buffer | string, name: string) => (await upload(manager, bytes, name)).body.Code;
    const broken = workbook('F-6');
    expect(await refusal(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'a.csv')).toBe('NOT_A_TABLE');
    expect(await refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 'a.xls')).toBe('NOT_A_TABLE');
    expect(await refusal(broken.subarray(0, broken.length / 2), 'a.xlsx')).toBe('TABLE_BROKEN');
    expect(await refusal('Номер ваучера;Фамилия\n', 'a.csv')).toBe('TABLE_EMPTY');
    expect(await refusal(lines(50_001).join('\n'), 'a.csv')).toBe('TABLE_TOO_LARGE');
    const reply = await upload(manager, `${'x;'.repeat(300)}\n1`, 'a.csv');
    expect(reply.body.Message).toBe(
      'Файл «a.csv» слишком велик. Можно не больше 50 000 строк, 200 столбцов и 32 767 знаков в ячейке: разделите его или скопируйте таблицу в новую книгу',
    );
  });
});

it('notifies the person who started a step of its end, with figures and a link', async () => {
  const { call } = await givenManager();
  const file = lines(2);
  const { Id } = (await upload(call, file.join('\n'), 'реестр.csv')).body;
  await check(call, Id);
  await step(call, Id, 'run');
  await step(call, Id, 'undo');
  const { body } = await call('GET', '/api/v3/notifications?sort=["id","ASC"]');
  const path = `/cabinet/cards/import/${Id}/`;
  expect(body.map(({ kind, text, path: to }: Record<string, unknown>) => [kind, text, to])).toEqual([
    ['import', 'реестр.csv: проверен, строк: 2, строк с ошибками: 0, строк с замечаниями: 0', path],
    ['import', 'реестр.csv: импортирован, строк: 2', path],
    ['import', 'реестр.csv: отменён, строк: 2', path],
  ]);
});

it('of vouchers without a device ends well in all that it has begun', async () => {
  const { companyId: company, call } = await givenManager();
  const { Id } = (await upload(call, lines(2).join('\n'))).body;
  await check(call, Id);
  await step(call, Id, 'run');
  await vi.waitFor(async () => {
    const { rows } = await app.connection.pool.query(
      "select state from job where company_id = $1 and state not in ('queued', 'running')",
      [company],
    );
    expect(rows).toEqual([{ state: 'done' }, { state: 'done' }, { state: 'done' }]);
  });
});

describe('a brand in another case or script than that of the dictionary', () => {
  const brands = ['Лада', 'LADA', 'ВАЗ', 'Лада', 'ВМW', 'LADA (ВАЗ)', 'Zeekr'];

  it('is pointed out once for each spelling, and stored as the dictionary has it', async () => {
    const { call } = await givenManager();
    const file = ['Номер ваучера;Фамилия;Марка', ...brands.map((brand, at) => `B-${at};Петров;${brand}`)].join('\n');
    const { Id } = (await upload(call, file)).body;
    expect(await check(call, Id)).toMatchObject({ State: 'checked', WrongRows: 0, DoubtfulRows: 4 });
    const lada = 'В справочнике: LADA (ВАЗ)';
    expect(await said(call, Id)).toEqual([
      [2, 'VehicleBrand', lada],
      [3, 'VehicleBrand', lada],
      [4, 'VehicleBrand', lada],
      [6, 'VehicleBrand', 'Слово «ВМW» из русских и латинских букв'],
    ]);
    await step(call, Id, 'run');
    const { Items } = (await call('GET', '/api/v2/Voucher/table?sort=VoucherNumber-asc')).body;
    expect(Items.map(({ VehicleBrand }: { VehicleBrand: string }) => VehicleBrand)).toEqual([
      ...['LADA (ВАЗ)', 'LADA (ВАЗ)', 'LADA (ВАЗ)', 'LADA (ВАЗ)', 'BMW', 'LADA (ВАЗ)', 'Zeekr'],
    ]);
  });

  it('is asked about in the form', async () => {
    const { call } = await givenManager();
    const doubtOf = async (value: string) => {
      const { body } = await call(
        'GET',
        `/api/v2/Voucher/free?${new URLSearchParams({ field: 'VehicleBrand', value })}`,
      );
      return body.Doubt;
    };
    expect(await Promise.all(['лада', 'LADA (ВАЗ)', 'Zeekr'].map(doubtOf))).toEqual([
      'В справочнике: LADA (ВАЗ)',
      null,
      null,
    ]);
  });
});

describe('the check', () => {
  it('says of every row what is wrong with it, as the form would, in the language of whoever asks', async () => {
    const { companyId: company, call } = await givenManager();
    const there = await app.given.voucher(company, { number: 'T-1', vin: '1M8GDM9AXKP042788' });
    const file = [
      'Номер ваучера;ФИО;Марка;VIN;Телефон;Вид договора;Дата рождения;Первые права;Год выпуска',
      'T-1;Петров Пётр;Kia;;;;;;',
      'T-2;Петров;;;;;;;',
      'T-3;Петров;Kia;XTA21099;12;Чего нет;31.02.1990;;двадцать',
      'T-4;;Kia;;;;01.01.1990;01.01.1995;1900',
      'T-2;Петров;Kia;1m8gdm9axkp042788;+7 900 000-00-00;;;;',
      'T-6;Петров;Kia;1M8GDM9AXKP042788;;;;;',
    ].join('\n');
    const { Id } = (await upload(call, file)).body;
    expect(await check(call, Id)).toMatchObject({ State: 'checked', Rows: 6, WrongRows: 5, DoubtfulRows: 1 });
    const found = await said(call, Id);
    expect(found).toEqual([
      [2, 'VoucherNumber', 'Такой уже есть: T-1'],
      [3, 'VehicleBrand', 'Поле обязательно для заполнения'],
      [4, 'ContractTypeId', 'Такого значения нет: Чего нет'],
      [4, 'VIN', expect.stringContaining('17 знаков')],
      [4, 'PhoneNumber', expect.stringContaining('От 5 до 15 цифр')],
      [4, 'BirthdayDate', 'Не похоже на дату. Запишите её так: 15.01.2026'],
      [4, 'VehicleYear', 'Должно быть числом'],
      [5, 'VehicleYear', 'Должно быть не меньше, чем 1950'],
      [5, 'ClientLastName', 'Поле обязательно для заполнения'],
      [5, 'FirstDrivingLicenseDate', 'Права не выдают раньше 16-го дня рождения'],
      [6, 'VoucherNumber', 'То же самое в строке 3'],
      [6, 'VIN', 'Такой уже есть: T-1'],
      [7, 'VIN', 'То же самое в строке 6'],
    ]);
    const { Items } = (
      await app.as((await app.given.account(company, 'MANAGER')).token, 'en')('GET', `/api/v3/imports/${Id}/faults`)
    ).body;
    expect(Items[0]).toEqual({
      Row: 2,
      Field: 'VoucherNumber',
      Value: 'T-1',
      Message: 'There is one already: T-1',
      Grave: true,
      RecordId: there.id,
      OtherRow: null,
    });
    expect(Items.at(-1)).toMatchObject({ Grave: false, OtherRow: 6 });
    const refused = await call('POST', `/api/v3/imports/${Id}/run`);
    expect([refused.status, refused.body.Code]).toEqual([422, 'IMPORT_HAS_FAULTS']);
  });

  it('reads dates as people write them, and refuses those that could be two days', async () => {
    const { call } = await givenManager();
    const dates = ['05.03.85', '5 марта 1985', '05-мар-85', '05.03.1985 г.', '1985.03.05', '1985/03/05', '31111'];
    const row = (number: string, born: string) => `${number};Петров;Kia;${born}`;
    const head = 'Номер ваучера;ФИО;Марка;Дата рождения';
    const good = dates.map((date, at) => row(`DAT-${at}`, date));
    const { Id } = (await upload(call, [head, ...good].join('\n'))).body;
    expect(await check(call, Id)).toMatchObject({ WrongRows: 0, DoubtfulRows: 0 });
    await step(call, Id, 'run');
    const { Items } = await vouchers(call);
    expect(Items.map(({ BirthdayDate }: { BirthdayDate: string }) => BirthdayDate)).toEqual(
      dates.map(() => '1985-03-05'),
    );
    const bad = [row('D-1', '05/03/1985'), row('D-2', '05.03.20'), row('D-3', '05.03')].join('\n');
    const second = (await upload(call, `${head}\n${bad}`)).body.Id;
    expect(await check(call, second)).toMatchObject({ WrongRows: 2, DoubtfulRows: 1 });
    expect(await said(call, second)).toEqual([
      [
        2,
        'BirthdayDate',
        'Дату можно прочитать по-разному: 05.03.1985 / 03.05.1985. Запишите её в одном из этих видов',
      ],
      [3, 'BirthdayDate', 'Год из двух цифр прочитан как 2020. Если это 1920, запишите все четыре цифры'],
      [4, 'BirthdayDate', 'Не похоже на дату. Запишите её так: 15.01.2026'],
    ]);
  });

  it('reads words for nothing as empty where a value may be missing, and says so', async () => {
    const { call } = await givenManager();
    const file = ['Номер ваучера;Фамилия;Марка;Телефон;VIN;Дата рождения', 'NO-1;Петров;Kia;нет;-;б/н'].join('\n');
    const { body } = await upload(call, file);
    await check(call, body.Id);
    const empty = 'Прочитано как пустая ячейка';
    const told = await said(call, body.Id);
    expect(told.toSorted()).toEqual([
      [2, 'BirthdayDate', empty],
      [2, 'PhoneNumber', empty],
      [2, 'VIN', empty],
    ]);
  });

  it('names what it takes for the parts of a name that is more than a name', async () => {
    const { call } = await givenManager();
    const names = [
      'Дроздова, Анна Борисовна',
      'гр. Дроздов Антон',
      'Иванова (Петрова) Анна Ивановна',
      'ООО Ромашка',
      'NULL',
      '\\N',
    ];
    const file = ['Номер ваучера;ФИО;Марка', ...names.map((name, at) => `NM-${at};${name};Kia`)].join('\n');
    const { body } = await upload(call, file);
    await check(call, body.Id);
    expect(await said(call, body.Id)).toEqual([
      [3, 'ClientName', 'Прочитано как Дроздов / Антон'],
      [4, 'ClientName', 'Прочитано как Иванова / (Петрова) / Анна Ивановна'],
      [5, 'ClientName', 'Прочитано как ООО / Ромашка'],
      ...[6, 7].flatMap(row => [
        [row, 'ClientLastName', 'Поле обязательно для заполнения'],
        [row, 'ClientName', 'Прочитано как пустая ячейка'],
      ]),
    ]);
  });

  it('names a cell of a workbook that is no text but fills one', async () => {
    const { call } = await givenManager();
    const rows = [
      ['Номер ваучера', 'ФИО', 'Марка', 'Модель'],
      ['TY-1', false, 'Saab', new Date(Date.UTC(2026, 2, 9))],
      ['TY-2', 'Иванов Иван', true, 95],
    ];
    const book = { SheetNames: ['Л'], Sheets: { Л: utils.aoa_to_sheet(rows, { UTC: true }) } };
    const { body } = await upload(call, write(book, { type: 'buffer' }), 'v.xlsx');
    await check(call, body.Id);
    expect((await said(call, body.Id)).toSorted()).toEqual([
      [2, 'ClientName', 'Прочитано как false'],
      [2, 'VehicleModel', 'Прочитано как 2026-03-09'],
      [3, 'VehicleBrand', 'Прочитано как true'],
    ]);
  });

  it('points out a word in two alphabets, and imports it as it stands', async () => {
    const { call } = await givenManager();
    // The family name of the first row has a Latin a and o.
    const { Id } = (await upload(call, 'Номер ваучера;Фамилия;Марка\nAB-1;Ивaнoв;Kia\nAB-2;Иванов;Kia')).body;
    expect(await check(call, Id)).toMatchObject({ WrongRows: 0, DoubtfulRows: 1 });
    const { Items } = await faultsOf(call, Id);
    expect(Items).toMatchObject([{ Row: 2, Value: 'Ивaнoв', Grave: false }]);
    expect(Items[0].Message).toContain('Ивaнoв');
    expect(await step(call, Id, 'run')).toMatchObject({ State: 'done' });
    expect((await vouchers(call, 'Иванов')).Total).toBe(2);
  });

  it('reads a plate with the mark of its country as the plate without it', async () => {
    const { call } = await givenManager();
    const plates = ['KZ 123 ABC 02', '1234 AB-7 BY', '01KG123ABC', 'А123ВС77 RUS'];
    const rows = plates.map((plate, at) => `MK-${at};Петров;Kia;${plate}`);
    const { Id } = (await upload(call, ['Номер ваучера;Фамилия;Марка;Госномер', ...rows].join('\n'))).body;
    expect(await check(call, Id)).toMatchObject({ WrongRows: 0, DoubtfulRows: 0 });
    await step(call, Id, 'run');
    const { Items } = await vouchers(call);
    expect(Items.map((voucher: { VehicleRegNumber: string }) => voucher.VehicleRegNumber).sort()).toEqual(
      ['123ABC02', '1234AB7', '01123ABC', 'А123ВС77'].sort(),
    );
  });

  it('points out a word for nothing that it takes for a text', async () => {
    const { call } = await givenManager();
    const { body } = await upload(call, 'Номер ваучера;Фамилия;Марка;Город;VIP\nWN-1;NULL;\\N;н/д;нет\n');
    await check(call, body.Id);
    const text = 'Похоже на пометку «значения нет». Загрузится как текст';
    expect((await said(call, body.Id)).toSorted()).toEqual([
      [2, 'City', text],
      [2, 'ClientLastName', text],
      [2, 'VehicleBrand', text],
    ]);
  });

  it('gives the faulty rows back as they stand in the file, each with what is wrong', async () => {
    const { call } = await givenManager();
    const { Id } = (await upload(call, 'Номер ваучера;Фамилия;Марка;Телефон\nD-1;Петров;Kia;\nD-2;Ёлкин;;12\n')).body;
    await check(call, Id);
    const csv = await call('GET', `/api/v3/imports/${Id}/faults/file?format=csv`);
    const [head, ...rows] = parse(csv.bytes, { bom: true, delimiter: ';' }) as string[][];
    expect(head).toEqual(['Строка', 'Что не так', 'Номер ваучера', 'Фамилия', 'Марка', 'Телефон']);
    expect(rows).toEqual([['3', expect.stringMatching(/^Марка: Поле.*; Телефон: От 5/), 'D-2', 'Ёлкин', '', '12']]);
    const xlsx = await call('GET', `/api/v3/imports/${Id}/faults/file?format=xlsx`);
    const book = read(xlsx.bytes);
    expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0] as string]!, { header: 1 })).toHaveLength(2);
    // The two added columns do not prevent the match when the corrected file is uploaded again. A workbook is read from
    // the sheet that it opens at.
    expect((await upload(call, xlsx.bytes, 'v.xlsx')).body).toMatchObject({ Rows: 1 });
    const again = (await upload(call, csv.bytes)).body.Id;
    expect(await matchedOf(call, again)).toEqual([
      null,
      null,
      'VoucherNumber',
      'ClientLastName',
      'VehicleBrand',
      'PhoneNumber',
    ]);
  });

  it('finds entries by their titles in either language, countries and clients by their names', async () => {
    const { companyId: company, call } = await givenManager();
    await app.connection.pool.query(
      `insert into client (company_id, last_name, first_name) values ($1, 'Орлова', 'Анна'), ($1, 'Иванов', 'Иван'), ($1, 'Иванов', 'Иван')`,
      [company],
    );
    const dictionary = (await call('GET', '/api/v2/Info/carTypes')).body as { Id: string; Title: string }[];
    const english = (
      await app.as((await app.given.account(company, 'MANAGER')).token, 'en')('GET', '/api/v2/Info/carTypes')
    ).body;
    const file = [
      'Номер ваучера;Фамилия;Клиент из списка;Марка;Тип кузова;Страна',
      `C-1;Петров;;Kia;${dictionary[0]?.Title.toUpperCase()};Беларусь`,
      `C-2;Петров;;Kia;${english[1]?.Title};kz`,
      'C-3;;Орлова Анна;Kia;;',
      'C-4;;Иванов Иван;Kia;;',
      'C-5;Петров;Орлова Анна;Kia;;',
      // Latin letters among the Russian ones.
      `C-6;;Opлoвa Aннa;Kia;${dictionary[0]?.Title.replaceAll('е', 'e').replaceAll('а', 'a')};`,
    ].join('\n');
    const { Id } = (await upload(call, file)).body;
    await check(call, Id);
    expect(await said(call, Id)).toEqual([
      [5, 'ClientId', 'Таких записей несколько: Иванов Иван. Укажите номер записи'],
      [5, 'ClientLastName', 'Поле обязательно для заполнения'],
      [6, 'ClientLastName', 'Неизвестный параметр'],
    ]);
    const good = (await upload(call, file.split('\n').slice(0, 4).join('\n'))).body.Id;
    await check(call, good);
    await step(call, good, 'run');
    const { Items } = await vouchers(call);
    const byNumber = Object.fromEntries(Items.map((row: { VoucherNumber: string }) => [row.VoucherNumber, row]));
    expect(byNumber['C-1']).toMatchObject({ CarTypeId: Number(dictionary[0]?.Id), Country: 'BY' });
    expect(byNumber['C-2']).toMatchObject({ CarTypeId: Number(english[1]?.Id), Country: 'KZ' });
    expect(byNumber['C-3']).toMatchObject({ ClientName: 'Орлова Анна' });
  });

  it('knows devices that are at work, another company’s, or twice in the file', async () => {
    const { companyId: company, call } = await givenManager();
    const mine = await app.given.voucher(company, { number: 'W-0' });
    const others = await app.given.voucher(await app.given.company());
    const fresh = makeImei(777_001);
    const file = [
      'Номер ваучера;Фамилия;Марка;IMEI',
      `W-1;П;Kia;${mine.imei}`,
      `W-2;П;Kia;${others.imei}`,
      `W-3;П;Kia;${fresh}`,
      `W-4;П;Kia;${fresh}`,
    ];
    const { Id } = (await upload(call, file.join('\n'))).body;
    await check(call, Id);
    expect(await said(call, Id)).toEqual([
      [2, 'IMEI', 'Устройство уже работает по ваучеру W-0'],
      [3, 'IMEI', 'Устройство принадлежит другой компании'],
      [5, 'IMEI', 'То же самое в строке 4'],
    ]);
  });
});

it('says of each row without a device that what belongs to a device is not imported', async () => {
  const { call } = await givenManager();
  const file = `Номер ваучера;Фамилия;Марка;IMEI;Активирован\nY-1;П;Kia;;10.01.2026\nY-2;П;Kia;${makeImei(778_009)};10.01.2026\nY-3;П;Kia;;`;
  const { Id } = (await upload(call, file)).body;
  await check(call, Id);
  expect(await said(call, Id)).toEqual([[2, 'VoucherActivationDate', 'В строке нет IMEI, поэтому это не загрузится']]);
  expect(await step(call, Id, 'run')).toMatchObject({ State: 'done', Rows: 3 });
});

describe('the import', () => {
  it('makes vouchers as the create call does: client, vehicle, device, totals, search, history; told once', async () => {
    const { companyId: company, call } = await givenManager();
    const [byHand, imported] = [makeImei(778_001), makeImei(778_002)];
    const body = {
      ClientLastName: 'Орлова',
      VehicleBrand: 'Kia',
      VehicleRegNumber: 'a123bc77',
      VoucherActivationDate: '2026-01-10T06:00:00.000Z',
    };
    await call('POST', '/api/voucher1', { ...body, VoucherNumber: 'H-1', IMEI: byHand });
    const file = `Номер ваучера;Фамилия;Марка;Госномер;IMEI;Активирован\nH-2;Орлова;Kia;a123bc77;${imported};10.01.2026 09:00`;
    const { Id } = (await upload(call, file)).body;
    await check(call, Id);
    expect(await step(call, Id, 'run')).toMatchObject({ State: 'done', Rows: 1 });
    const [first, second] = ['H-1', 'H-2'].map(async search => (await vouchers(call, search)).Items[0]);
    const same = ({
      Id: _id,
      ObjectId,
      VoucherNumber,
      ClientId,
      IMEI,
      VoucherCreationDate,
      ...row
    }: {
      Id: number;
      [name: string]: unknown;
    }) => row;
    expect(same(await second!)).toEqual(same(await first!));
    expect(await second!).toMatchObject({ Status: 'active', VehicleRegNumber: 'А123ВС77', IMEI: imported });
    expect(await total(call)).toBe(2);
    const extended = async (row: { Id: number }) => (await call('GET', `/api/v2/Voucher/${row.Id}/extended`)).body;
    expect((await extended(await second!)).Device.LifeLine).toMatchObject([
      { Imei: imported, From: '2026-01-10T06:00:00.000Z', To: null },
    ]);
    const audit = await app.connection.db
      .selectFrom('audit')
      .select(['action', 'entity'])
      .where('company_id', '=', company)
      .where('entity_id', '=', (await second!).Id)
      .where('entity', '=', 'voucher')
      .execute();
    expect(audit).toEqual([{ action: 'create', entity: 'voucher' }]);
    const { rows: news } = await app.connection.pool.query(
      "select data from event where company_id = $1 and type = 'record' and data->>'Resource' = 'vouchers'",
      [company],
    );
    expect(news).toHaveLength(2);
    const { rows: kept } = await app.connection.pool.query(
      'select from import_chunk where company_id = $1 and import_id = $2',
      [company, Id],
    );
    expect(kept).toHaveLength(0);
  });

  it('is all or nothing: what was taken since the check stops all of it, and a new check names it', async () => {
    const { companyId: company, call } = await givenManager();
    const file = lines(250);
    const { Id } = (await upload(call, file.join('\n'))).body;
    expect(await check(call, Id)).toMatchObject({ WrongRows: 0 });
    await app.given.voucher(company, { number: file[240]?.split(';')[0] as string });
    const failed = await step(call, Id, 'run');
    expect(failed).toMatchObject({ State: 'checked', Error: expect.stringContaining('Проверьте файл ещё раз') });
    expect(await total(call)).toBe(1);
    const { rows } = await app.connection.pool.query('select from client where company_id = $1', [company]);
    expect(rows).toHaveLength(1);
    await check(call, Id);
    expect(await said(call, Id)).toEqual([[241, 'VoucherNumber', expect.stringContaining('Такой уже есть')]]);
  });

  it('cancelled in the middle leaves nothing behind, and can be run again', async () => {
    const { call } = await givenManager();
    const count = 1000;
    const { Id } = (await upload(call, lines(count).join('\n'))).body;
    await check(call, Id);
    await call('POST', `/api/v3/imports/${Id}/run`);
    const middle = async () => expect((await call('GET', `/api/v3/imports/${Id}`)).body.Done).toBeGreaterThan(0);
    await vi.waitFor(middle, { interval: 10 });
    const cancelled = await call('POST', `/api/v3/imports/${Id}/cancel`);
    expect([cancelled.status, cancelled.body.State]).toEqual([200, 'checked']);
    expect(await total(call)).toBe(0);
    // The second import waits for the first one.
    expect(await step(call, Id, 'run')).toMatchObject({ State: 'done', Error: null });
    expect(await total(call)).toBe(count);
  });

  it('is not cancelled once it has ended, and the history says nothing of it', async () => {
    const { companyId: company, call } = await givenManager();
    const { Id } = (await upload(call, lines(1).join('\n'))).body;
    const { pool } = app.connection;
    await pool.query(
      `with made as (
         insert into job (company_id, kind, author_id, author_name, state, input, heartbeat_at, created_at, expires_at)
         values ($1, 'imports', 1, '', 'running', '{}', now(), now(), now() + interval '1 day') returning id)
       update import set step = 'run', job_id = made.id from made where company_id = $1`,
      [company],
    );
    const ending = await pool.connect();
    await ending.query('begin');
    await ending.query("update job set state = 'done' where company_id = $1", [company]);
    const cancelling = call('POST', `/api/v3/imports/${Id}/cancel`);
    await vi.waitFor(async () => expect(await waiters(pool)).not.toBe(0));
    await ending.query('commit');
    ending.release();
    expect((await cancelling).body.Code).toBe('IMPORT_STATE');
    const said = await pool.query("select from audit where company_id = $1 and action = 'cancel'", [company]);
    expect(said.rows).toHaveLength(0);
  });

  it('that waits too long for somebody else says so, and is no internal error', async () => {
    const { companyId: company, call } = await givenManager();
    const file = lines(2);
    const { Id } = (await upload(call, file.join('\n'))).body;
    await check(call, Id);
    const other = await app.connection.pool.connect();
    await other.query('begin');
    await other.query('lock table voucher in share mode');
    const failed = await step(call, Id, 'run').finally(async () => {
      await other.query('rollback');
      other.release();
    });
    expect(failed).toMatchObject({ State: 'checked', Error: expect.not.stringContaining('job-') });
    expect(company && (await step(call, Id, 'run'))).toMatchObject({ State: 'done' });
  });

  it('is listed with its company’s others, and no more are begun than may be, however many come at once', async () => {
    const { call } = await givenManager();
    const begin = () => upload(call, lines(1).join('\n'));
    for (let i = 0; i < 45; i += 1) expect((await begin()).status).toBe(201);
    const begun = await Promise.all(Array.from({ length: 15 }, begin));
    expect(begun.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(begun.find(({ status }) => status !== 201)?.body.Code).toBe('TOO_MANY_IMPORTS');
    const { body } = await call('GET', '/api/v3/imports');
    expect([body.Total, body.Items.length]).toEqual([50, 25]);
  });

  it('is for managers alone, and for those of its company', async () => {
    const { Id } = (await upload(manager, lines(1).join('\n'))).body;
    const operator = app.as((await app.given.account(companyId, 'OPERATOR')).token);
    const { call: stranger } = await givenManager();
    expect((await upload(operator, lines(1).join('\n'))).status).toBe(403);
    const calls = [
      ['GET', ''],
      ['GET', '/columns'],
      ['GET', '/faults'],
      ['GET', '/faults/file?format=csv'],
      ['GET', '/touched'],
      ['POST', '/run'],
      ['POST', '/cancel'],
      ['POST', '/undo'],
      ['DELETE', ''],
    ] as const;
    for (const [method, path] of calls) {
      expect((await operator(method, `/api/v3/imports/${Id}${path}`)).status).toBe(403);
      expect((await stranger(method, `/api/v3/imports/${Id}${path}`)).status).toBe(404);
    }
    expect((await stranger('GET', '/api/v3/imports')).body.Total).toBe(0);
  });

  it('is listed beside earlier ones, newest first, until it is removed', async () => {
    const { call } = await givenManager();
    const first = (await upload(call, lines(1).join('\n'), 'first.csv')).body.Id;
    await upload(call, lines(2).join('\n'), 'second.csv');
    const listed = async () => {
      const { Items, Total } = (await call('GET', '/api/v3/imports')).body;
      return [Total, Items.map(({ FileName, Rows }: { FileName: string; Rows: number }) => [FileName, Rows])];
    };
    expect(await listed()).toEqual([
      2,
      [
        ['second.csv', 2],
        ['first.csv', 1],
      ],
    ]);
    await call('DELETE', `/api/v3/imports/${first}`);
    expect(await listed()).toEqual([1, [['second.csv', 2]]]);
  });
});

describe('undoing an import', () => {
  const given = async () => {
    const { companyId: company, call } = await givenManager();
    const imei = makeImei(780_000 + number);
    const file = lines(3, 'Номер ваучера;Фамилия;Марка;IMEI');
    file[1] += `;${imei}`;
    const { Id } = (await upload(call, file.join('\n'))).body;
    await check(call, Id);
    await step(call, Id, 'run');
    const { Items } = await vouchers(call);
    return {
      company,
      call,
      Id,
      imei,
      rows: Items as { Id: number; Version: number; IMEI: string }[],
    };
  };
  const counts = async (company: number) => {
    const tables = ['voucher', 'client', 'vehicle', 'device', 'device_period', 'monitored_object'];
    const found = await Promise.all(
      tables.map(table => app.connection.pool.query(`select from ${table} where company_id = $1`, [company])),
    );
    return found.map(({ rows }) => rows.length);
  };

  it('removes all that came with it, and its totals', async () => {
    const { company, call, Id } = await given();
    expect(await counts(company)).toEqual([3, 3, 3, 1, 1, 3]);
    expect((await call('GET', `/api/v3/imports/${Id}/touched`)).body).toEqual({ Items: [], Total: 0 });
    expect(await step(call, Id, 'undo')).toMatchObject({ State: 'undone', Error: null });
    expect(await counts(company)).toEqual([0, 0, 0, 0, 0, 0]);
    const { rows } = await app.connection.pool.query(
      "select list, sum(total)::int as total from row_total where company_id = $1 and list <> 'operators' group by list",
      [company],
    );
    expect(rows.filter(({ total: left }) => left !== 0)).toEqual([]);
    expect((await call('POST', `/api/v3/imports/${Id}/undo`)).status).toBe(409);
  });

  it('is refused once somebody has worked with one of its vouchers, which are named; nothing is removed', async () => {
    const { company, call, Id, rows } = await given();
    const [changed, crashed] = rows;
    const edited = await call('PUT', `/api/v2/Voucher/${changed?.Id}`, { City: 'Орёл', Version: changed?.Version });
    expect(edited.status).toBe(200);
    await app.given.accident(company, { voucher_id: crashed?.Id ?? 0 });
    const { body } = await call('GET', `/api/v3/imports/${Id}/touched`);
    expect(body.Items.map(({ Id: id, Why }: { Id: number; Why: string }) => [id, Why]).sort()).toEqual(
      [
        [changed?.Id, 'changed'],
        [crashed?.Id, 'accidents'],
      ].sort(),
    );
    const refused = await call('POST', `/api/v3/imports/${Id}/undo`);
    expect([refused.status, refused.body.Code]).toEqual([409, 'IMPORT_TOUCHED']);
    expect(await total(call)).toBe(3);
  });

  it('is refused once a client of it was changed, got another voucher, or a device sent data', async () => {
    const { company, call, Id, imei, rows } = await given();
    const driven = rows.find(({ IMEI }) => IMEI === imei);
    const clientOf = async (row?: { Id: number }) =>
      (await call('GET', `/api/v2/Voucher/${row?.Id}/details`)).body.ClientId;
    const [edited, shared] = rows.filter(row => row !== driven);
    // A client's field that no voucher copies.
    const path = `/api/v2/Client/${await clientOf(edited)}`;
    const { Version } = (await call('GET', path)).body;
    expect((await call('PUT', path, { Version, Street: 'Лесная, 5' })).status).toBe(200);
    const more = {
      VoucherNumber: 'AGAIN-1',
      ClientId: await clientOf(shared),
      Vehicle: { Brand: 'Kia', Model: 'Rio' },
    };
    expect((await call('POST', '/api/v2/Voucher', more)).status).toBe(201);
    const platform = app.as(await app.given.platformKey(company));
    const DateTime = app.clock.now().toISOString();
    const Positions = [{ DateTime, Latitude: 55.75, Longitude: 37.61, Speed: 40 }];
    const sent = await platform('POST', '/api/statistic/webhook', {
      MessageId: `undo-${number}`,
      Imei: imei,
      Positions,
    });
    expect(sent.status).toBe(200);
    const { body } = await call('GET', `/api/v3/imports/${Id}/touched`);
    const why = new Map((body.Items as { Id: number; Why: string }[]).map(({ Id: id, Why }) => [id, Why]));
    expect([edited, shared, driven].map(row => why.get(row?.Id ?? 0))).toEqual(['changed', 'client', 'telemetry']);
    expect((await call('POST', `/api/v3/imports/${Id}/undo`)).body.Code).toBe('IMPORT_TOUCHED');
    expect(await total(call)).toBe(4);
  });

  it('is refused once a voucher of it is gone', async () => {
    const { company, call, Id, imei, rows } = await given();
    const gone = rows.find(({ IMEI }) => IMEI !== imei)?.Id;
    const { pool } = app.connection;
    await pool.query('delete from monitored_object where company_id = $1 and voucher_id = $2', [company, gone]);
    await pool.query('delete from voucher where company_id = $1 and id = $2', [company, gone]);
    const { body } = await call('GET', `/api/v3/imports/${Id}/touched`);
    expect(body).toEqual({ Items: [{ Id: gone, Title: '', Row: expect.any(Number), Why: 'removed' }], Total: 1 });
    expect((await call('POST', `/api/v3/imports/${Id}/undo`)).body.Code).toBe('IMPORT_TOUCHED');
  });
});

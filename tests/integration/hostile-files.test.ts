import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { utils, type WorkBook, write } from 'xlsx';
import { vouchers } from '../../src/resources/vouchers.ts';
import { importableFields } from '../../src/schema/importing.ts';
import type { Field } from '../../src/schema/kinds/field.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { longestHoldMs } from '../support/holds.ts';
import { statementsOf } from '../support/statements.ts';
import { fileUpload } from '../support/upload.ts';

let app: TestApp;
let manager: Call;
beforeAll(async () => {
  app = await openTestApp();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  manager = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
});
afterAll(() => app.close());

const upload = (bytes: Buffer | string, name = 'vouchers.csv') =>
  manager('POST', '/api/v3/imports', undefined, fileUpload(name, Buffer.from(bytes)));
const whenStill = (id: number) =>
  vi.waitFor(async () => {
    const { body } = await manager('GET', `/api/v3/imports/${id}`);
    expect(['checking', 'importing']).not.toContain(body.State);
    return body;
  });
interface Fault {
  readonly Row: number;
  readonly Field: string;
  readonly Value: string;
  readonly Message: string;
  readonly Grave: boolean;
}
/** Uploads a file, checks it with these columns, and returns the faults of its rows. */
const checked = async (bytes: Buffer | string, Columns: readonly (string | null)[], name?: string) => {
  const { status, body } = await upload(bytes, name);
  expect([status, body.Message]).toEqual([201, undefined]);
  const begun = await manager('POST', `/api/v3/imports/${body.Id}/check`, { Columns, TimeZone: 'Europe/Moscow' });
  expect([begun.status, begun.body.Errors]).toEqual([200, undefined]);
  const found = await whenStill(body.Id);
  expect([found.State, found.Error]).toEqual(['checked', null]);
  const faults: Fault[] = [];
  for (let page = 1, total = 1; faults.length < total; page += 1) {
    const { body: each } = await manager('GET', `/api/v3/imports/${body.Id}/faults?page=${page}&pageSize=200`);
    faults.push(...each.Items);
    total = each.Total;
  }
  return { id: body.Id as number, found, faults };
};

const hostile: readonly string[] = [
  '=cmd|"/c calc"!A1',
  '+1+1',
  '-2+3',
  '@SUM(A1:A9)',
  `'; drop table voucher; --`,
  '<img src=x onerror=alert(1)>',
  '$(id) {{7*7}} %s %n',
  'x'.repeat(40_000),
  '\u202egnp.exe',
  '🚗'.repeat(300),
  '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}',
  'Z\u0301\u0302\u0303'.repeat(60),
  '1e309',
  '-1',
  '99999999999999999999',
  '31.02.2020',
  '0000-00-00',
  '99999-01-01',
  'NaN',
  '[object Object]',
  '#REF!',
  '__proto__',
  'a\nb',
  'a\u0085b',
  'a\u001bb',
];
/** Texts that are stored in another spelling, by kind of field. Every other text is stored as it was written. */
const spelling = {
  words: { '\u202egnp.exe': 'gnp.exe', 'a\u0085b': 'a b', 'a\nb': 'a b' },
  number: {
    ...{ '\u202egnp.exe': 'gnp.exe', 'a\u0085b': 'a b', 'a\nb': 'a b' },
    '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}': '\u{1F468}\u{1F469}\u{1F467}',
    // Signs around an identifier are no part of it.
    "'; drop table voucher; --": 'drop table voucher; --',
    '<img src=x onerror=alert(1)>': 'img src=x onerror=alert(1)',
    '[object Object]': 'object Object',
  },
} as const;
const storedText = (text: string, { documentNumber }: Field): string => {
  const other: Readonly<Record<string, string>> = documentNumber ? spelling.number : spelling.words;
  return Object.hasOwn(other, text) ? (other[text] as string) : text;
};
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const csv = (rows: readonly (readonly string[])[]): string => rows.map(row => row.map(quoted).join(';')).join('\r\n');
const needed = ['VoucherNumber', 'ClientLastName', 'VehicleBrand'] as const;

describe('hostile cells', () => {
  it('in every column of a file are told row by row, or are text like any other', async () => {
    const others = importableFields(vouchers).filter(name => !needed.includes(name as never));
    const columns = [...needed, ...others.filter(name => name !== 'ClientName')];
    const rows = columns.flatMap((_, at) =>
      hostile.map((text, which) =>
        columns.map((each, place) => {
          if (place === at) return text;
          if (each === 'VoucherNumber') return `H-${at}-${which}`;
          return each === 'ClientLastName' ? 'Петров' : each === 'VehicleBrand' ? 'Kia' : '';
        }),
      ),
    );
    let first: Awaited<ReturnType<typeof checked>> | undefined;
    const statements = await statementsOf(async () => {
      first = await checked(csv([columns, ...rows]), columns);
    });
    const { found, faults } = first!;
    expect(found.Rows).toBe(rows.length);
    // The search for records with look-alike letters takes seconds for a text of 40,000 letters.
    const searches = statements.filter(({ text }) => text.includes('search_trigr'));
    expect(searches.length).toBeGreaterThan(0);
    expect(/(.)\1{999}/u.test(JSON.stringify(searches))).toBe(false);
    const wrong = new Map(faults.filter(({ Grave }) => Grave).map(fault => [fault.Row, fault]));
    expect(found.WrongRows).toBe(wrong.size);
    for (const { Message, Field: field } of faults)
      expect([field, Message]).toEqual([field, expect.stringMatching(/\p{L}{3}/u)]);
    // All rows that are not refused are imported.
    const good = rows.filter((_, at) => !wrong.has(at + 2));
    expect(good.length).toBeGreaterThan(20);
    const again = await checked(csv([columns, ...good]), columns);
    expect(again.faults.filter(({ Grave }) => Grave)).toEqual([]);
    await manager('POST', `/api/v3/imports/${again.id}/run`);
    expect(await whenStill(again.id)).toMatchObject({ State: 'done', Error: null });
    const { body } = await manager('GET', '/api/v2/Voucher/table?pageSize=1000');
    expect(body.Total).toBe(good.length);
    const byNumber = new Map(body.Items.map((row: Record<string, unknown>) => [row.VoucherNumber, row]));
    const fieldOf = (name: string) => vouchers.fields[name as keyof typeof vouchers.fields] as Field;
    for (const row of good) {
      const number = storedText(row[0] as string, fieldOf('VoucherNumber'));
      const stored = byNumber.get(number) as Record<string, unknown> | undefined;
      expect([number, stored !== undefined]).toEqual([number, true]);
      for (const [at, name] of columns.entries())
        if (fieldOf(name).kind === 'text' && row[at] !== '' && stored && name in stored)
          expect([name, stored[name]]).toEqual([name, storedText(row[at] as string, fieldOf(name))]);
    }
  });

  it.each([
    // Unicode writes this character out as eighteen letters.
    ['that grow when they are simplified', '\ufdfa'.repeat(30_000)],
    ['that look like double decoding', 'Рџ'.repeat(15_000)],
    ['with many accents', 'е\u0301\u0302\u0303'.repeat(7500)],
  ])('of 30,000 letters %s are refused in every column, and block nobody', async (_which, text) => {
    const columns = [...needed, 'PhoneNumber', 'BirthdayDate', 'VehicleRegNumber', 'VIN', 'IMEI', 'ContractNumber'];
    const bytes = csv([columns, ...Array.from({ length: 3 }, () => columns.map(() => text))]);
    let faults: readonly Fault[] = [];
    const heldMs = await longestHoldMs(async () => {
      ({ faults } = await checked(bytes, columns));
    });
    for (const Row of [2, 3, 4])
      expect(faults.filter(fault => fault.Row === Row && fault.Grave)).toHaveLength(columns.length);
    expect(heldMs).toBeLessThan(1000);
  });

  it.each([
    ['a hundred thousand columns', `${'a;'.repeat(100_000)}\n1`, 'TABLE_TOO_LARGE'],
    ['a NUL in a cell', 'Номер ваучера;Фамилия\nA\u0000;B', 'TEXT_FILE_HAS_NULS'],
    ['NULs at the end', `Номер ваучера;Фамилия\nA;B\n${'\u0000'.repeat(4096)}`, 'TEXT_FILE_HAS_NULS'],
    ['a cell without an end', `Номер;Фамилия\n"${'x'.repeat(2_000_000)}`, 'TABLE_BROKEN'],
  ] as const)('%s: refused in words', async (_what, bytes, code) => {
    const { status, body } = await upload(bytes as Buffer | string);
    expect([status < 500, body.Code]).toEqual([true, code]);
    expect(body.Message).toContain('vouchers.csv');
  });

  it('with a NUL or another control character in its name is read, with blanks in their place', async () => {
    const { status, body } = await upload('Номер ваучера;Фамилия;Марка\nNUL-1;Петров;Kia', 'вау\u0000че\u0007ры.csv');
    expect([status, body.Code, body.FileName]).toEqual([201, undefined, 'вау че ры.csv']);
  });

  it('headings that are names of JavaScript, or of another encoding, are columns nobody knows', async () => {
    const { body } = await upload('__proto__;constructor;toString;hasOwnProperty;' + '\nA;B;C;D;E');
    const { body: columns } = await manager('GET', `/api/v3/imports/${body.Id}/columns`);
    expect(columns.Columns.map((each: { Field: string | null }) => each.Field)).toEqual([null, null, null, null, null]);
  });
});

describe('a workbook', () => {
  const headings = ['VoucherNumber', 'ClientLastName', 'VehicleBrand', 'BirthdayDate'];
  const bytesOf = (
    rows: readonly (readonly unknown[])[],
    shape: (book: WorkBook, sheet: WorkBook['Sheets'][string]) => void = () => {},
  ) => {
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([headings, ...rows] as unknown[][]);
    utils.book_append_sheet(book, sheet, 'a');
    shape(book, sheet);
    return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  };
  const asDate = (sheet: WorkBook['Sheets'][string], ...cells: string[]) => {
    for (const cell of cells) sheet[cell].z = 'dd.mm.yyyy';
  };

  it('counts days from 1900 or from 1904, with the day that Excel has and no calendar', async () => {
    const days = [60, 0, 61];
    const rows = days.map((day, at) => [`X-${at}`, 'Петров', 'Kia', day]);
    const dates = (_book: WorkBook, sheet: WorkBook['Sheets'][string]) => asDate(sheet, 'D2', 'D3', 'D4');
    const samples = async (bytes: Buffer) => {
      const { body } = await upload(bytes, 'v.xlsx');
      return (await manager('GET', `/api/v3/imports/${body.Id}/columns`)).body.Columns[3].Samples;
    };
    expect(await samples(bytesOf(rows, dates))).toEqual(['29.02.1900', '00.01.1900', '01.03.1900']);
    const { faults } = await checked(bytesOf(rows, dates), headings, 'v.xlsx');
    const advice = 'нет в календаре: так Excel показывает число. Впишите верную дату или оставьте ячейку пустой';
    expect(faults.filter(({ Grave }) => Grave).map(({ Row, Value, Message }) => [Row, Value, Message])).toEqual([
      [2, '29.02.1900', `Дня 29.02.1900 ${advice}`],
      [3, '00.01.1900', `Дня 00.01.1900 ${advice}`],
    ]);
    const since1904 = bytesOf(rows, (book, sheet) => {
      dates(book, sheet);
      book.Workbook = { WBProps: { date1904: true } };
    });
    expect(await samples(since1904)).toEqual(['01.03.1904', '01.01.1904', '02.03.1904']);
  });

  it('takes a day that is only a number, and says of a merged cell and of a formula gone wrong which row and what', async () => {
    const rows = [
      ['M-1', 'Петров', 'Kia', 33_238],
      ['M-2', 'Петров', 'Kia', null],
      [null, 'Петров', 'Kia', null],
      ['M-4', 'Петров', 'Kia', null],
    ];
    const bytes = bytesOf(rows, (_book, sheet) => {
      sheet['!merges'] = [{ s: { r: 2, c: 0 }, e: { r: 3, c: 0 } }];
      sheet.C5 = { t: 'e', v: 0x17, w: '#REF!', f: 'Z1' };
    });
    const { faults } = await checked(bytes, headings, 'v.xlsx');
    expect(faults.map(({ Row, Field: field, Message }) => [Row, field, Message])).toEqual([
      [4, 'VoucherNumber', 'То же самое в строке 3'],
      [5, 'VehicleBrand', 'В ячейке ошибка формулы: #REF!. Исправьте формулу или оставьте ячейку пустой'],
    ]);
  });
});

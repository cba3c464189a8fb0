import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { fileUpload } from '../support/upload.ts';

vi.setConfig({ testTimeout: 60_000 });

let app: TestApp;
let manager: Call;
beforeAll(async () => {
  app = await openTestApp();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  manager = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
});
afterAll(() => app.close());

const upload = async (file: Buffer | string): Promise<number> => {
  const { status, body } = await manager('POST', '/api/v3/imports', undefined, fileUpload('v.csv', Buffer.from(file)));
  expect([status, body.Message]).toEqual([201, undefined]);
  return body.Id;
};
const columnsOf = async (id: number) => (await manager('GET', `/api/v3/imports/${id}/columns`)).body;
/** Returns `row field: message` of each fault that the check finds. */
const faultsOf = async (id: number): Promise<readonly string[]> => {
  const { Columns } = await columnsOf(id);
  const fields = Columns.map(({ Field }: { Field: string | null }) => Field);
  const begun = await manager('POST', `/api/v3/imports/${id}/check`, { Columns: fields });
  expect([begun.status, begun.body.Errors]).toEqual([200, undefined]);
  await vi.waitFor(async () => expect((await manager('GET', `/api/v3/imports/${id}`)).body.State).toBe('checked'));
  const { body } = await manager('GET', `/api/v3/imports/${id}/faults`);
  return body.Items.map(
    ({ Row, Field, Message }: { Row: number; Field: string; Message: string }) => `${Row} ${Field}: ${Message}`,
  );
};

it('a file is read again with another encoding and row of headings, and its columns are matched anew', async () => {
  const id = await upload('Номер ваучера;Фамилия;Марка\nA-1;Петров;Kia\nVoucher;Surname;Brand\nA-2;Smith;Lada');
  expect((await columnsOf(id)).Reading).toMatchObject({ Encoding: 'utf-8', HeadingRow: 1, Sheet: null, Sheets: [] });
  const again = await manager('POST', `/api/v3/imports/${id}/read`, { Encoding: 'koi8-r', HeadingRow: 3 });
  expect(again.body).toMatchObject({ Id: id, State: 'uploaded', Rows: 1 });
  const { Columns, Reading } = await columnsOf(id);
  expect(Columns.map(({ Heading }: { Heading: string }) => Heading)).toEqual(['Voucher', 'Surname', 'Brand']);
  expect(Reading).toMatchObject({ Encoding: 'koi8-r', HeadingRow: 3 });
  const refused = await manager('POST', `/api/v3/imports/${id}/read`, { HeadingRow: 99 });
  expect([refused.status, refused.body.Code]).toEqual([422, 'NO_SUCH_HEADING_ROW']);
  await manager('POST', `/api/v3/imports/${id}/read`, {});
  expect((await columnsOf(id)).Columns[1]).toMatchObject({
    Heading: 'Фамилия',
    Field: 'ClientLastName',
    Proposed: false,
  });
});

it('rows that look like totals or headings are listed, and imported if the user wants them', async () => {
  const head = 'Номер ваучера;Фамилия;Марка;Телефон';
  const id = await upload(`${head}\nA-1;Петров;Kia;\n${head}\nA-2;Ким;Kia;\nИтого;;;\nРуководитель;;;\n`);
  const leftOut = async () => {
    const { Reading, Remarks } = (await columnsOf(id)) as {
      Reading: { LeftOut: { Row: number; Cells: string[]; Imported: boolean }[] };
      Remarks: string[];
    };
    const rows = Reading.LeftOut.map(({ Row, Cells, Imported }) => `${Row} ${Cells[0]}: ${Imported}`);
    return { rows, Remarks, imported: (await manager('GET', `/api/v3/imports/${id}`)).body.Rows };
  };
  const headings = 'Повторы заголовков не загрузятся: строка 3';
  expect(await leftOut()).toEqual({
    rows: ['3 Номер ваучера: false', '5 Итого: false', '6 Руководитель: false'],
    Remarks: [headings, 'Строки 5–6, начиная с «Итого», похожи на итог с подписями и не загрузятся'],
    imported: 2,
  });
  await manager('POST', `/api/v3/imports/${id}/read`, { HeadingRow: 1, KeepRows: [5] });
  expect(await leftOut()).toEqual({
    rows: ['3 Номер ваучера: false', '5 Итого: true', '6 Руководитель: false'],
    Remarks: [headings, 'Строка 6 («Руководитель») похожа на подпись и не загрузится'],
    imported: 3,
  });
  expect(await faultsOf(id)).toContain('5 ClientLastName: Поле обязательно для заполнения');
  await manager('POST', `/api/v3/imports/${id}/read`, { HeadingRow: 1, KeepRows: [3, 5, 6] });
  expect(await leftOut()).toMatchObject({ Remarks: [], imported: 5 });
});

it('the same choice of left-out rows, sent twice at once, is taken once', async () => {
  const id = await upload('Номер ваучера;Фамилия;Марка;Телефон\nA-1;Петров;Kia;\nИтого;;;\n');
  const choice = { HeadingRow: 1, KeepRows: [3, 3] };
  const answers = await Promise.all([1, 2].map(() => manager('POST', `/api/v3/imports/${id}/read`, choice)));
  expect(answers.map(({ status, body }) => [status, body.Rows])).toEqual([
    [200, 2],
    [200, 2],
  ]);
  const { Reading, Columns } = await columnsOf(id);
  expect(Reading.LeftOut).toEqual([{ Row: 3, Cells: ['Итого'], Imported: true }]);
  expect(Columns[0].Samples).toEqual(['A-1', 'Итого']);
  expect(await faultsOf(id)).toContain('3 ClientLastName: Поле обязательно для заполнения');
});

it('up to a hundred of the left-out rows can be imported, and the rest is counted', async () => {
  const head = 'Номер ваучера;Фамилия;Марка;Телефон';
  const id = await upload(
    `${head}\n${Array.from({ length: 150 }, (_, n) => `A-${n};Петров;Kia;\n${head}\n`).join('')}`,
  );
  const read = (count: number) =>
    manager('POST', `/api/v3/imports/${id}/read`, {
      HeadingRow: 1,
      KeepRows: Array.from({ length: count }, (_, n) => 3 + 2 * n),
    });
  expect((await read(100)).body).toMatchObject({ Rows: 250 });
  const { Reading, Remarks } = await columnsOf(id);
  expect(Reading.LeftOut.map(({ Imported }: { Imported: boolean }) => Imported)).toEqual([
    ...Array<boolean>(100).fill(true),
    ...Array<boolean>(10).fill(false),
  ]);
  expect(Remarks).toEqual([expect.stringMatching(/^Повторы заголовков не загрузятся: строки 203, .* и ещё 40$/)]);
  const refused = await read(101);
  expect([refused.status, refused.body.Errors]).toEqual([
    400,
    [{ Field: 'KeepRows', Message: 'Не больше 100 значений' }],
  ]);
  expect((await columnsOf(id)).Reading.LeftOut).toHaveLength(110);
});

it('a column whose heading resembles a field is proposed until the file is checked; another is not', async () => {
  const id = await upload('№ вауч.;ФИО клиента;Тел.;Марка;Гос.ном.;Погода\nA-1;Петров;+79161234567;Kia;А123ВС77;дождь');
  const { Columns } = await columnsOf(id);
  expect(Columns.map(({ Field, Proposed }: { Field: string; Proposed: boolean }) => [Field, Proposed])).toEqual([
    ['VoucherNumber', true],
    ['ClientName', false],
    ['PhoneNumber', true],
    ['VehicleBrand', false],
    ['VehicleRegNumber', true],
    [null, false],
  ]);
  expect(await faultsOf(id)).toEqual([]);
  expect((await columnsOf(id)).Columns[2]).toMatchObject({ Field: 'PhoneNumber', Proposed: false });
});

it('a column whose field another column fills is named, and may fill another field', async () => {
  const id = await upload(
    'Номер ваучера;Фамилия;Марка;Телефон;Телефон;Make\nA-7;Петров;Kia;+79161234567;+79161234568;Lada',
  );
  const { Columns, Remarks } = await columnsOf(id);
  expect(Columns.slice(3)).toMatchObject([
    { Field: 'PhoneNumber', Proposed: false },
    { Field: 'SecondaryPhoneNumber', Proposed: true },
    { Field: null, Proposed: false },
  ]);
  expect(Remarks).toEqual([
    'Поля этих столбцов заполняют другие столбцы: «Make» (столбец 6; поле «Марка» заполняет столбец 3). Если они нужны, выберите для них другие поля, иначе они не загрузятся',
  ]);
  const fields = ['VoucherNumber', 'ClientLastName', 'VehicleBrand', 'PhoneNumber', 'SecondaryPhoneNumber', 'Branch'];
  const begun = await manager('POST', `/api/v3/imports/${id}/check`, { Columns: fields });
  expect(begun.status).toBe(200);
  expect((await columnsOf(id)).Remarks).toEqual([]);
});

it('rows that cannot be read are faults by their number, and doubtful texts are remarked', async () => {
  const id = await upload(
    [
      'Номер ваучера;Фамилия;Марка;IMEI;Филиал',
      'A-1;Петров;Kia;;ООО Ромашка; филиал 2',
      'A-2;"Петров;Kia;;Москва',
      'A-3;РџРµС‚СЂРѕРІ;Kia;;Москва',
      'A-4;Петров;Kia;8,60277E+14;Москва',
      'A-5;Петров;Kia;359999001000009;Москва',
      'A-6;Петров;########;;Москва',
      'A-7;Петров;Kia;8,60277E14;5E12',
    ].join('\r\n'),
  );
  expect(await faultsOf(id)).toEqual([
    '2 : Значений 6, а столбцов 5: в строке лишний разделитель',
    '3 : Кавычка не закрыта или стоит не на месте: границы значений не определить',
    '4 ClientLastName: Похоже на текст в неверной кодировке. Возможно, это «Петров»',
    expect.stringMatching(/^5 IMEI: Excel сократил число/),
    expect.stringMatching(/^7 VehicleBrand: Вместо значения в файле решётки/),
    expect.stringMatching(/^8 IMEI: Excel сократил число/),
  ]);
  const { bytes } = await manager('GET', `/api/v3/imports/${id}/faults/file?format=csv`);
  expect(bytes.toString()).toContain(';ООО Ромашка; филиал 2');
});

it('a tab or a line break within a cell becomes a blank in a name and in a number', async () => {
  const id = await upload(
    'Номер ваучера;Фамилия;Имя;Марка;Модель;Телефон\n"T\t1";"Щёголева\nКрафт";Анна;Kia;"Rio\tX";+79161234567',
  );
  await faultsOf(id);
  expect((await manager('POST', `/api/v3/imports/${id}/run`, {})).status).toBe(200);
  await vi.waitFor(async () => expect((await manager('GET', `/api/v3/imports/${id}`)).body.State).toBe('done'));
  const { Items } = (await manager('GET', '/api/v2/Voucher/table?search=T 1')).body;
  expect(Items).toMatchObject([{ VoucherNumber: 'T 1', ClientName: 'Щёголева Крафт Анна', VehicleModel: 'Rio X' }]);
});

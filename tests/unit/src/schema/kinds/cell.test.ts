// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { accidents } from '../../../../../src/resources/accidents.ts';
import type { Resource } from '../../../../../src/schema/define.ts';
import { f } from '../../../../../src/schema/fields.ts';
import { csvLine, csvRowWriter } from '../../../../../src/schema/files/csv.ts';
import { readCell } from '../../../../../src/schema/files/fileCell.ts';
import { exportCellOf } from '../../../../../src/schema/kinds/cell.ts';
import { type Field, type FieldKind, fieldKinds } from '../../../../../src/schema/kinds/field.ts';
import { toSheet } from '../../../../../src/screens/list/export/order.ts';

const label = { ru: 'Поле', en: 'Field' };
const parts = ['Lat', 'Lon'] as const;
const big = { ru: 'большой', en: 'large' };
/** One value of each kind, and its text in Moscow and in London. */
const values: {
  readonly [Kind in FieldKind]: readonly [value: unknown, ru: string, en: string, more?: Partial<Field>];
} = {
  text: ['Да', 'Да', 'Да'],
  number: [1234567, '1 234 567', '1,234,567'],
  money: [1250.5, '1 250,50', '1,250.50'],
  date: ['2026-01-15', '15.01.2026', '15 Jan 2026'],
  dateTime: ['2026-01-15T09:30:00.000Z', '15.01.2026 12:30', '15 Jan 2026 09:30'],
  duration: [3909, '1:05:09', '1:05:09'],
  distance: [12.34, '12,3', '12.3'],
  speed: [61.7, '62', '62'],
  acceleration: [3.214, '3,21', '3.21'],
  option: ['big', 'большой', 'large', { choices: ['big'], choiceLabels: { big } }],
  reference: ['Центр', 'Центр', 'Центр', { targetResource: 'installationCenters', idField: 'XId' }],
  plate: ['А123ВС777', 'А123ВС777', 'А123ВС777'],
  vin: ['WAUZZZ8K9BA012345', 'WAUZZZ8K9BA012345', 'WAUZZZ8K9BA012345'],
  imei: ['490154203237518', '490154203237518', '490154203237518'],
  phone: ['+7 900 000-00-00 доб. 5', '+7 900 000-00-00 доб. 5', '+7 900 000-00-00 ext. 5'],
  email: ['a@b.ru', 'a@b.ru', 'a@b.ru'],
  boolean: [false, 'нет', 'no'],
  score: [87, '87,0', '87.0'],
  status: ['big', 'большой', 'large', { choices: ['big'], choiceLabels: { big } }],
  position: [null, '55.7, -37.6', '55.7, -37.6', { parts }],
};

const fieldOf = (kind: FieldKind): Field => ({ ...f[kind]({ label }), ...values[kind][3] });
const rowOf = (kind: FieldKind) => ({ X: values[kind][0], Lat: 55.7, Lon: -37.6 });
const i18n = { ru: 1, en: 2 } as const;
const zones = { ru: 'Europe/Moscow', en: 'Europe/London' } as const;

// Runs without a browser, as on the server.
describe.each(['ru', 'en'] as const)('in %s', locale => {
  test.each(fieldKinds)('%s leaves with the text that is on the screen', kind => {
    const cell = exportCellOf({ name: 'X', field: fieldOf(kind), row: rowOf(kind) }, { locale, zone: zones[locale] });
    expect('text' in cell && cell.text.replace(/[\u00a0\u202f]/g, ' ')).toBe(values[kind][i18n[locale]]);
  });

  test.each(fieldKinds)('%s leaves nothing in a file when there is nothing', kind => {
    const at = { name: 'X', field: fieldOf(kind), row: { X: null } };
    expect(exportCellOf(at, { locale, zone: '' })).toEqual({ type: 'empty' });
  });
});

test('a day that Excel and LibreOffice count differently leaves as a text that is read back', () => {
  const [day, moment] = [f.date({ label }), f.dateTime({ label })];
  const reader = { locale: 'ru', zone: 'UTC', now: new Date('2026-01-15T00:00:00Z') } as const;
  for (const X of ['1900-01-01', '1900-02-28', '1899-12-31', '1850-06-05']) {
    for (const locale of ['ru', 'en'] as const) {
      const cell = exportCellOf({ name: 'X', field: day, row: { X } }, { ...reader, locale });
      expect(cell.type).toBe('text');
      expect(readCell('text' in cell ? cell.text : null, day, reader)?.value).toBe(X);
    }
    expect(exportCellOf({ name: 'X', field: moment, row: { X: `${X}T09:30:00.000Z` } }, reader).type).toBe('text');
  }
  expect(exportCellOf({ name: 'X', field: day, row: { X: '1900-03-01' } }, reader)).toMatchObject({
    type: 'time',
    serial: 61,
  });
});

test('line ends in a text leave as line feeds, which every spreadsheet shows as such', () => {
  const row = { X: 'а\r\nб\rв\nг' };
  const cell = exportCellOf({ name: 'X', field: f.text({ label }), row }, { locale: 'ru', zone: '' });
  expect(cell).toEqual({ type: 'text', text: 'а\nб\nв\nг' });
});

test('the file of the browser has the same cells', () => {
  for (const kind of fieldKinds) {
    const field = fieldOf(kind);
    const resource = { ...accidents, fields: { X: field } } as unknown as Resource;
    const reader = { locale: 'ru', zone: '' } as const;
    const fromServer = exportCellOf({ name: 'X', field, row: rowOf(kind) }, reader);
    expect(
      toSheet({ resource, columns: ['X'], displayContext: reader, title: '', originLines: [] }, [rowOf(kind)]).rows,
    ).toEqual([[fromServer]]);
  }
});

/** Unusual values of each kind: edges, faults, texts that a spreadsheet would run or split. */
const odd: { readonly [Kind in FieldKind]?: readonly unknown[] } = {
  text: ['', '=1+1', '-1', '@x', 'a;b', 'a,b', '"', 'a\nb', 7, true],
  number: [0, -5, -0.5, 1e21, Number.NaN, '12'],
  money: [-1250.5, 0.1 + 0.2],
  date: ['2024-02-29', '2026-02-31', '2026-01-15T23:59:59.999Z', '1899-12-31', '0999-01-01', 'never', '2026', 5],
  dateTime: [
    '2026-03-29T00:59:59.999Z',
    '2026-03-29T01:00:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2025-12-31T21:00:00.000Z',
    '1969-12-31T23:59:59.000Z',
    '1910-06-01T12:00:00.000Z',
    '0999-01-01T00:00:00.000Z',
    '+010000-01-01T00:00:00.000Z',
    '2026-01-15',
    'never',
  ],
  duration: [0, -3909, 59.6, 360_000],
  boolean: [true, 'true', 1],
};

test.each(fieldKinds)('%s stands in a line of CSV as its cell does', kind => {
  const column = { name: 'X', field: fieldOf(kind) };
  for (const locale of ['ru', 'en'] as const)
    for (const zone of ['Europe/Moscow', 'Europe/London', 'Asia/Kathmandu', 'America/St_Johns', 'UTC', '']) {
      const reader = { locale, zone };
      const line = csvRowWriter([column, column], reader);
      for (const X of [values[kind][0], null, undefined, ...(odd[kind] ?? [])]) {
        const row = { X, Lat: -55.7, Lon: X === null ? null : 37.6 };
        const cell = exportCellOf({ ...column, row }, reader);
        expect(line(row)).toBe(csvLine([cell, cell], locale));
      }
    }
});

test('figures, times and answers are typed where the file has types', () => {
  const cell = (kind: FieldKind) =>
    exportCellOf({ name: 'X', field: fieldOf(kind), row: rowOf(kind) }, { locale: 'ru', zone: 'Europe/Moscow' });
  expect(cell('acceleration')).toMatchObject({ type: 'number', value: 3.214, decimals: 2 });
  expect(cell('boolean')).toMatchObject({ type: 'boolean', value: false });
  expect(cell('duration')).toMatchObject({ type: 'time', format: '[h]:mm:ss' });
  expect(cell('date')).toMatchObject({ serial: 46037, format: 'dd.mm.yyyy' });
  expect(cell('dateTime')).toMatchObject({ serial: 46037 + 12.5 / 24 });
});

test('what was chosen from a dictionary is written by its title, whichever end knows it', () => {
  const field = f.status({ label, dictionary: 'statusesOfRoadAccident', idField: 'XId' });
  const several = f.option({ label, dictionary: 'carParts', idField: 'X', many: true });
  const titleOf = ({ dictionary }: Field, id: string) => `${dictionary} ${id}`;
  const text = (at: Field, row: object, reader: object = {}) =>
    exportCellOf({ name: 'X', field: at, row: row as never }, { locale: 'ru', zone: '', ...reader });
  expect(text(field, { XId: 2 }, { titleOf })).toEqual({ type: 'text', text: 'statusesOfRoadAccident 2' });
  expect(text(several, { X: [1, 3] }, { titleOf })).toEqual({ type: 'text', text: 'carParts 1, carParts 3' });
  expect(text(field, { XId: null }, { titleOf })).toEqual({ type: 'empty' });
  // The server's rows have titles in the language of the request.
  expect(text(field, { XId: 2, X: 'В работе' })).toEqual({ type: 'text', text: 'В работе' });
});

// @vitest-environment node
import { expect, it } from 'vitest';
import { f } from '../../../../../src/schema/fields.ts';
import type { FileCell } from '../../../../../src/schema/files/fileCell.ts';
import { readCell } from '../../../../../src/schema/files/fileCell.ts';
import type { Field } from '../../../../../src/schema/kinds/field.ts';

const label = { ru: 'Поле', en: 'Field' };
const day = f.date({ label });
const moment = f.dateTime({ label });
const now = new Date('2026-11-26T12:00:00Z');
const inMoscow = { zone: 'Europe/Moscow', now };
const valueIn = (cell: FileCell, field: Field = day) => readCell(cell, field, inMoscow)?.value;

it('reads a spreadsheet’s number of days, typed or written, with or without a time', () => {
  expect([31_111, '31111', 31_111.75, '31111,75'].map(cell => valueIn(cell))).toEqual(Array(4).fill('1985-03-05'));
  expect(valueIn(46_054.5, moment)).toBe('2026-02-01T09:00:00.000Z');
  expect(readCell(31_111 - 1462, day, { ...inMoscow, since1904: true })).toEqual({ value: '1985-03-05' });
});

it.each([1985, '1985', 85, '50385.5x', 101_085, '101085', -31_111])('takes %s for no date', cell => {
  expect(valueIn(cell)).toBe(String(cell));
});

it('refuses the days that only Excel has, with the reason, and names them in a text', () => {
  for (const [cell, shown] of [
    ['1900-02-29', '29.02.1900'],
    ['1900-02-29T18:00:00', '29.02.1900'],
    ['1900-01-00', '00.01.1900'],
  ] as const) {
    const fault = { message: 'dayOfExcel', values: { day: shown } };
    expect(readCell(cell, day, inMoscow)).toEqual({ value: cell, fault });
    expect(readCell(cell, moment, inMoscow)).toEqual({ value: cell, fault });
    expect(readCell(cell, f.text({ label }), inMoscow)?.warning).toEqual({
      message: 'readAs',
      values: { value: cell },
    });
  }
});

it('reads a moment in its own zone, else in the zone of the file', () => {
  expect(valueIn('2026-01-15T09:30:00Z', moment)).toBe('2026-01-15T09:30:00.000Z');
  expect(valueIn('2026-01-15T09:30:00+05:00', moment)).toBe('2026-01-15T04:30:00.000Z');
  expect(valueIn('15.01.26 09:30', moment)).toBe('2026-01-15T06:30:00.000Z');
});

it('reads the day of a moment that is midnight in the file or here, and refuses one that is two days', () => {
  expect(valueIn('1985-03-05T00:00:00+08:00')).toBe('1985-03-05');
  expect(valueIn('1985-03-05T00:00:00Z')).toBe('1985-03-05');
  expect(valueIn('1985-03-04T21:00:00Z')).toBe('1985-03-05');
  expect(valueIn('1985-03-05T12:00:00Z')).toBe('1985-03-05');
  expect(readCell('1985-03-04T22:00:00Z', day, inMoscow)).toEqual({
    value: '1985-03-04T22:00:00Z',
    fault: {
      message: 'ambiguousDate',
      values: { days: { ru: '04.03.1985 / 05.03.1985', en: '04 Mar 1985 / 05 Mar 1985' } },
    },
  });
});

it.each(['2019', '2019г', '2019 г.', '2019 год', '2019 года', '2019 Г.В.', '2019 г. в.', ' 2019\u00a0г. '])(
  'reads %j in a column of years as the year',
  text => {
    expect(readCell(text, f.number({ label, yearsAhead: 1 }), { zone: 'UTC', now: new Date() })).toEqual({
      value: 2019,
    });
  },
);

it.each([
  ['1985-01-01', 1985],
  ['2015-07-04T10:00:00', 2015],
  // 1985 in a cell that a spreadsheet shows as a date.
  ['1905-06-07', 1985],
])('reads the year of %s in a column of years, and says so', (text, year) => {
  const field = f.number({ label, yearsAhead: 1 });
  expect(readCell(text, field, inMoscow)).toEqual({
    value: year,
    warning: { message: 'readAs', values: { value: year } },
  });
  expect(valueIn('1985', field)).toBe(1985);
});

it('leaves the number sign of a document out, and says so', () => {
  const number = f.text({ label, documentNumber: true });
  for (const text of ['№ 3', '№3', 'No. 3', '# 3'])
    expect(readCell(text, number, inMoscow), text).toEqual({
      value: '3',
      warning: { message: 'readAs', values: { value: '3' } },
    });
  expect(readCell('DD‑000123', number, inMoscow)).toEqual({ value: 'DD-000123' });
});

it('doubts a century that is written in two digits', () => {
  expect(readCell('05.03.20', f.date({ label, mustBePast: true }), inMoscow)).toEqual({
    value: '2020-03-05',
    warning: { message: 'shortYear', values: { year: '2020', otherYear: 1920 } },
  });
});

it('reads digits that a program wrote as a number with decimals, where none is lost', () => {
  const phone = f.phone({ label });
  for (const text of ['79161234567.0', '79161234567,0', '79161234567.00', '7.9161234567E+10', '7,9161234567e10'])
    expect(valueIn(text, phone), text).toBe('79161234567');
  expect(valueIn('7.91612E+10', phone)).toBe('7.91612E+10');
  expect(valueIn('860861000000673.0', f.imei({ label }))).toBe('860861000000673');
  expect(readCell('12345.0', f.text({ label, documentNumber: true }), inMoscow)).toEqual({
    value: '12345',
    warning: { message: 'floatNumber', values: { value: '12345' } },
  });
  expect(valueIn('12345.0', f.text({ label }))).toBe('12345.0');
});

it('points out a text that may be a number of a spreadsheet, and a day that stands for no date', () => {
  for (const [text, field] of [
    ['101000,0', f.text({ label })],
    ['101000.0', f.text({ label })],
    ['123,0', f.text({ label, documentNumber: true })],
  ] as const)
    expect(readCell(text, field, inMoscow)).toEqual({ value: text, warning: { message: 'looksLikeFloat' } });
  expect(readCell('10.05', f.text({ label }), inMoscow)).toEqual({ value: '10.05' });
  expect(readCell('01.01.1900', f.date({ label }), inMoscow)).toEqual({
    value: '1900-01-01',
    warning: { message: 'emptyDate' },
  });
  expect(readCell('02.01.1900', f.date({ label }), inMoscow)).toEqual({ value: '1900-01-02' });
});

it('points out a day or a truth value that a spreadsheet made of a text', () => {
  for (const cell of ['2026-03-09', '2026-03-09T00:00:00', true, false])
    expect(readCell(cell, f.text({ label }), inMoscow)).toEqual({
      value: String(cell),
      warning: { message: 'readAs', values: { value: String(cell) } },
    });
  expect(readCell('2026-03-09/1', f.text({ label }), inMoscow)).toEqual({ value: '2026-03-09/1' });
});

it('takes the apostrophe before a number for the mark of a text', () => {
  const text = f.text({ label });
  const cells = ["'00123", "'+79161234567", "'8 (916) 123-45-67", "'90s", "'Kia'", "O'Neil"];
  expect(cells.map(cell => valueIn(cell, text))).toEqual([
    '00123',
    '+79161234567',
    '8 (916) 123-45-67',
    "'90s",
    "'Kia'",
    "O'Neil",
  ]);
});

it('takes ticks and abbreviations for yes and no', () => {
  const choice = f.boolean({ label });
  expect(['✓', 'V', 'да.', 'Да', '+', 'x'].map(cell => valueIn(cell, choice))).toEqual(Array(6).fill(true));
  expect(['нет.', '-', '☐', 'Н'].map(cell => valueIn(cell, choice))).toEqual(Array(4).fill(false));
  expect(valueIn('?', choice)).toBe('?');
});

it('reads yes and no as spreadsheets in other languages and programs write them', () => {
  const yes = ['ИСТИНА', 'TRUE', 'WAHR', 'VRAI', '1.0', 'Да.', true, 1];
  const no = ['ЛОЖЬ', 'FALSE', 'FALSCH', 'FAUX', '0.0', 'нет', false, 0];
  const field = f.boolean({ label });
  expect(yes.map(cell => valueIn(cell, field))).toEqual(yes.map(() => true));
  expect(no.map(cell => valueIn(cell, field))).toEqual(no.map(() => false));
  expect(valueIn('не VIP', field)).toBe('не VIP');
});

it('takes a number of a workbook as it is, and a text that may be a thousand or one for no number', () => {
  const field = f.money({ label });
  expect([1.234, '1.234,56', '1,234.56', '1 234,56 ₽', '1.234'].map(cell => valueIn(cell, field))).toEqual([
    ...[1.234, 1234.56, 1234.56, 1234.56],
    '1.234',
  ]);
});

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCsv } from '../../../../src/exporters/csv.ts';
import { f } from '../../../../src/schema/fields.ts';
import { csvRowWriter, escapeFormula, unescapeFormula } from '../../../../src/schema/files/csv.ts';
import type { ExportCell } from '../../../../src/schema/kinds/cell.ts';

const column = (label: string) => ({ label, width: 10, align: 'start' as const });
const text = (value: string): ExportCell => ({ type: 'text', text: value });
const read = (csv: string, delimiter: string): string[][] =>
  parse(csv, { bom: true, delimiter, record_delimiter: '\r\n', relax_column_count: true });

describe('CSV', () => {
  test('is read back as it was written, whatever the texts hold', () => {
    const locales = fc.constantFrom('ru' as const, 'en' as const);
    fc.assert(
      fc.property(locales, fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1 }), (locale, rows) => {
        const csv = formatCsv({ locale, columns: [column('A'), column('B')], rows: rows.map(row => row.map(text)) });
        const back = read(csv, locale === 'ru' ? ';' : ',');
        expect(back.slice(1)).toEqual(rows.map(row => row.map(escapeFormula)));
      }),
    );
  });

  test('no text begins as a formula', () => {
    const starts = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n');
    fc.assert(
      fc.property(starts, fc.string(), (start, rest) => {
        const csv = formatCsv({ locale: 'en', columns: [column('A')], rows: [[text(start + rest)]] });
        expect(read(csv, ',')[1]?.[0]).toBe(`'${start}${rest}`);
      }),
    );
  });

  test.each([
    ['+79161234501', '+79161234501'],
    ['+7 916 123-45-67', '+7 916 123-45-67'],
    ['+7 (916) 123-45-67', '+7 (916) 123-45-67'],
    ['+7(916)123-45-67', '+7(916)123-45-67'],
    ['+1-1', "'+1-1"],
    ['+7-916-123-45-67', "'+7-916-123-45-67"],
    ['+7 - 9161234567', "'+7 - 9161234567"],
    ['+79161234501*2', "'+79161234501*2"],
    ['+79161234501\n=1', "'+79161234501\n=1"],
    ['-79161234501', "'-79161234501"],
    ['=79161234501', "'=79161234501"],
    ['+A1 (916) 123-45-67', "'+A1 (916) 123-45-67"],
  ])('%j stands in it as %j: a phone is no formula, arithmetic is', (written, stands) => {
    expect(escapeFormula(written)).toBe(stands);
    expect(unescapeFormula(stands)).toBe(written);
  });

  test.each([
    ["'=1+1", "''=1+1"],
    ["''-5", "'''-5"],
    ["'007", "''007"],
    ["'+79161234501", "''+79161234501"],
    ["O'Neill", "O'Neill"],
    ["'90", "'90"],
  ])('%j stands in it as %j: an apostrophe of the text itself is not lost', (written, stands) => {
    expect(escapeFormula(written)).toBe(stands);
    expect(unescapeFormula(stands)).toBe(written);
  });

  test('every text comes back unchanged, apostrophes, signs and digits in any order included', () => {
    const texts = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', ' ', '(', '0', '7', 'x') });
    fc.assert(
      fc.property(texts, written => {
        expect(unescapeFormula(escapeFormula(written))).toBe(written);
      }),
    );
  });

  test('a label that begins as a formula is guarded too', () => {
    expect(formatCsv({ locale: 'en', columns: [column('=1+1')], rows: [] })).toBe("\uFEFF'=1+1\r\n");
  });

  test('numbers stay numbers, in the decimal mark of the language, negative ones included', () => {
    const cell: ExportCell = { type: 'number', value: -1234.5, decimals: 1, text: '-1 234,5' };
    const sheet = { columns: [column('Пик, g')], rows: [[cell]] };
    expect(formatCsv({ locale: 'ru', ...sheet })).toBe('\uFEFFПик, g\r\n-1234,5\r\n');
    expect(formatCsv({ locale: 'en', ...sheet })).toBe('\uFEFF"Пик, g"\r\n-1234.5\r\n');
  });

  test('numbers are rounded as on the screen, from cells and from rows alike', () => {
    const cell: ExportCell = { type: 'number', value: 61.749, decimals: 1, text: '61,7' };
    const sheet = { columns: [column('Балл')], rows: [[cell]] };
    expect(formatCsv({ locale: 'ru', ...sheet })).toBe('\uFEFFБалл\r\n61,7\r\n');
    const field = f.score({ label: { ru: 'Балл', en: 'Score' } });
    const write = csvRowWriter([{ name: 'Score', field }], { locale: 'ru', zone: 'UTC' });
    expect(write({ Score: 61.749 })).toBe('61,7\r\n');
    expect(write({ Score: 0.04 })).toBe('0\r\n');
  });
});

import { expect, test } from 'vitest';
import { read } from 'xlsx';
import type { Sheet } from '../../../../src/exporters/sheet.ts';
import { write } from '../../../../src/exporters/xlsx.ts';

const sheet: Sheet = {
  title: 'Аварии: 2',
  locale: 'ru',
  originLines: [
    ['Отбор', '=1+1'],
    ['Строк', '2'],
  ],
  columns: [
    { label: 'Клиент', width: 20, align: 'start' },
    { label: 'Пик, g', width: 8, align: 'end' },
    { label: 'Дата и время', width: 16, align: 'start' },
    { label: 'VIP', width: 4, align: 'start' },
  ],
  rows: [
    [
      { type: 'text', text: 'Фёдоров Артём' },
      { type: 'number', value: 3.21, decimals: 2, text: '3,21' },
      { type: 'time', serial: 46037.5, format: 'dd.mm.yyyy hh:mm', text: '15.01.2026 12:00' },
      { type: 'boolean', value: true, text: 'да' },
    ],
    [{ type: 'text', text: '=HYPERLINK("http://x")' }, { type: 'empty' }, { type: 'empty' }, { type: 'empty' }],
  ],
};

test('a written workbook reads back with its types, Cyrillic, widths, filter and frozen header, before a sheet that says what it is', async () => {
  const file = await write(sheet);
  const book = read(file, { cellNF: true, cellStyles: true, bookFiles: true });
  expect(book.SheetNames).toEqual(['Аварии 2', 'О выгрузке']);
  expect(book.Sheets['О выгрузке']?.B1).toMatchObject({ t: 's', v: '=1+1' });
  const page = book.Sheets['Аварии 2']!;
  expect(page.A1).toMatchObject({ t: 's', v: 'Клиент' });
  expect(page.A2).toMatchObject({ t: 's', v: 'Фёдоров Артём' });
  expect(page.B2).toMatchObject({ t: 'n', v: 3.21, z: '0.00' });
  expect(page.C2).toMatchObject({ t: 'n', v: 46037.5, z: 'dd.mm.yyyy hh:mm' });
  expect(page.D2).toMatchObject({ t: 'b', v: true });
  expect(page.A3).toMatchObject({ t: 's', v: '=HYPERLINK("http://x")' });
  expect(page.A3.f).toBeUndefined();
  expect(page.B3).toBeUndefined();
  expect(page['!autofilter']).toEqual({ ref: 'A1:D3' });
  expect(page['!cols']?.[0]?.wch).toBeCloseTo(22, 0);

  const parts = (book as unknown as { files: Record<string, { content: Uint8Array }> }).files;
  const name = Object.keys(parts).find(path => path.endsWith('worksheets/sheet1.xml'))!;
  expect(new TextDecoder().decode(new Uint8Array(parts[name]!.content))).toContain('state="frozen"');
});

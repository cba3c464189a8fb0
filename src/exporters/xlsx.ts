import { type CellObject, utils, write as writeBook } from 'xlsx';
import { aboutTitle, type Sheet, sheetName } from '../schema/files/sheet.ts';
import type { ExportCell } from '../schema/kinds/cell.ts';
import { openedAtRows } from './openedAtRows.ts';

const cellOf = (cell: ExportCell): CellObject | null => {
  switch (cell.type) {
    case 'empty':
      return null;
    case 'number':
      return { t: 'n', v: cell.value, z: cell.decimals ? `0.${'0'.repeat(cell.decimals)}` : '0' };
    case 'boolean':
      return { t: 'b', v: cell.value };
    case 'time':
      return { t: 'n', v: cell.serial, z: cell.format };
    case 'text':
      // A cell of type s is text whatever its beginning. Formulas need `f`.
      return { t: 's', v: cell.text };
  }
};

const textCell = (text: string): CellObject => ({ t: 's', v: text });

export const write = async ({ title, locale, columns, rows, about }: Sheet): Promise<Uint8Array> => {
  const first = utils.aoa_to_sheet(about.map(line => line.map(textCell)));
  first['!cols'] = [{ wch: 16 }, { wch: 80 }];
  const sheet = utils.aoa_to_sheet([columns.map(({ label }) => textCell(label)), ...rows.map(row => row.map(cellOf))]);
  sheet['!cols'] = columns.map(({ width }) => ({ wch: width + 2 }));
  const last = utils.encode_cell({ r: rows.length, c: columns.length - 1 });
  sheet['!autofilter'] = { ref: `A1:${last}` };
  const book = utils.book_new(first, aboutTitle[locale]);
  utils.book_append_sheet(book, sheet, sheetName(title));
  return openedAtRows(new Uint8Array(writeBook(book, { type: 'array', bookType: 'xlsx', compression: true })));
};

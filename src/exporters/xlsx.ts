import { type CellObject, utils, write as writeBook } from 'xlsx';
import type { ExportCell } from '../kinds/cell.ts';
import { frozenHeader } from './frozenHeader.ts';
import type { Sheet } from './sheet.ts';

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
      // A cell of type s is text whatever it begins with; formulas need `f`.
      return { t: 's', v: cell.text };
  }
};

/** Sheet names must not contain these or exceed 31 characters. */
const sheetName = (title: string): string => title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Sheet1';

export const write = async ({ title, columns, rows }: Sheet): Promise<Uint8Array> => {
  const sheet = utils.aoa_to_sheet([
    columns.map(({ label }): CellObject => ({ t: 's', v: label })),
    ...rows.map(row => row.map(cellOf)),
  ]);
  sheet['!cols'] = columns.map(({ width }) => ({ wch: width + 2 }));
  const last = utils.encode_cell({ r: rows.length, c: columns.length - 1 });
  sheet['!autofilter'] = { ref: `A1:${last}` };
  const book = utils.book_new(sheet, sheetName(title));
  return frozenHeader(new Uint8Array(writeBook(book, { type: 'array', bookType: 'xlsx', compression: true })));
};

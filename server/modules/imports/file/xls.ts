import type { CellObject, WorkBook } from 'xlsx';
import type { FileCell } from '../../../../src/kinds/fileCell.ts';
import { serialDate } from '../../../../src/kinds/serial.ts';
import { type AddRow, makeLook, readSheets, type Sheet } from './sheets.ts';
import { FileRefused, type FileTable, type ReadingChoice, type RequireTime } from './table.ts';
import { isDateFormat, zerosOf } from './workbook.ts';

/**
 * Largest .xls file. The reader needs about ten times its size in memory. A full sheet of 65,536 rows has half the
 * size.
 */
const bytesMax = 20_000_000;

const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

const cellOf = ({ t, v, z }: CellObject, since1904: boolean): FileCell => {
  if (t === 'e') return errors[Number(v)] ?? '#VALUE!';
  if (typeof v === 'number') {
    const format = String(z ?? '');
    if (isDateFormat(format) && v >= 1) return serialDate(v, since1904);
    const digits = zerosOf(format);
    return digits > 0 && Number.isInteger(v) && v >= 0 ? String(v).padStart(digits, '0') : v;
  }
  if (typeof v === 'boolean') return v;
  return typeof v === 'string' && v !== '' ? v : null;
};

/** The reader takes anything that does not begin so for a text. */
const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const readBook = async (bytes: Uint8Array): Promise<WorkBook> => {
  const { read, set_cptable } = await import('xlsx');
  // Workbooks of Excel 5 and 95 are written in a code page.
  set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
  try {
    return read(bytes, { type: 'array', dense: true, cellNF: true, cellText: false, cellHTML: false });
  } catch {
    // A document of another program, damaged, or with a password.
    throw new FileRefused('NOT_A_TABLE');
  }
};

/** Rows of a workbook of Excel before 2007. */
export const readXls = async (
  bytes: Uint8Array,
  requireTime: RequireTime,
  choice: ReadingChoice,
): Promise<FileTable> => {
  if (!signature.every((byte, at) => bytes[at] === byte)) throw new FileRefused('NOT_A_TABLE');
  if (bytes.length > bytesMax) throw new FileRefused('TABLE_TOO_LARGE');
  const book = await readBook(bytes);
  const since1904 = book.Workbook?.WBProps?.date1904 ?? false;
  const sheets = book.SheetNames.flatMap((name, at): readonly Sheet[] => {
    const rows = (book.Sheets[name]?.['!data'] ?? []) as readonly (readonly CellObject[] | undefined)[];
    if (book.Workbook?.Sheets?.[at]?.Hidden) return [];
    const addRows = (add: AddRow, isEnough: () => boolean): void => {
      for (const [index, row] of rows.entries()) {
        requireTime();
        if (row)
          add(
            index + 1,
            Array.from(row, cell => (cell ? cellOf(cell, since1904) : null)),
            [],
          );
        if (isEnough()) return;
      }
    };
    const known = async () => {
      const look = makeLook(choice);
      addRows(look.add, look.isEnough);
      return look.known();
    };
    return [{ name, known, read: async add => addRows(add, () => false) }];
  });
  return readSheets(sheets, choice, since1904);
};

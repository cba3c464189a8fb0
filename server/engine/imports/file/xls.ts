import type { CellObject, WorkBook } from 'xlsx';
import { importColumnsMax } from '../../../../src/contract/limits.ts';
import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import { serialDate } from '../../../../src/schema/kinds/serial.ts';
import { MergedRanges, withMergedValues } from './merged.ts';
import { numberOrName, parseNameFormat, toShownFigure } from './numberNames.ts';
import { makeSheetSummariser, readSheets, type Sheet } from './sheets.ts';
import { parseTextFormat } from './shownTexts.ts';
import { type AddRow, FileRefused, type FileTable, type ReadingChoice, type RequireTime } from './table.ts';
import { isDateFormat, isYearFormat, toShownDate } from './workbook.ts';

/**
 * Largest .xls file, bytes. The reader needs about ten times its size in memory. A full sheet of 65,536 rows has half
 * the size.
 */
const xlsBytesMax = 20_000_000;

const errorTexts: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

const parseCell = ({ t, v, z }: CellObject, since1904: boolean): FileCell => {
  if (t === 'e') return errorTexts[Number(v)] ?? '#VALUE!';
  if (typeof v === 'number') {
    // An infinite number becomes a text, because JSON cannot store it.
    if (!Number.isFinite(v)) return String(v);
    const format = String(z ?? '');
    const showText = parseTextFormat(format);
    if (showText) return showText(v);
    if (isDateFormat(format) && v >= 0) return toShownDate(serialDate(v, since1904), isYearFormat(format));
    return numberOrName(toShownFigure(v), parseNameFormat(format));
  }
  if (typeof v === 'boolean') return v;
  return typeof v === 'string' && v !== '' ? v : null;
};

const encryptedStream = Buffer.from('EncryptedPackage\0', 'utf16le');
const directoryEntryBytes = 128;
const streamType = 2;

/**
 * Whether the file is a newer workbook with a password. Such a file is an old container whose directory names the
 * encrypted workbook.
 */
const hasEncryptedWorkbook = (file: Uint8Array): boolean => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (let at = bytes.indexOf(encryptedStream); at >= 0; at = bytes.indexOf(encryptedStream, at + 1)) {
    const isEntry = at % directoryEntryBytes === 0 && at + directoryEntryBytes <= bytes.length;
    if (isEntry && bytes.readUInt16LE(at + 64) === encryptedStream.length && bytes[at + 66] === streamType) return true;
  }
  return false;
};

/** First bytes of a workbook of Excel before 2007. The reader would take a file with other first bytes for a text. */
const fileSignature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const readBook = async (bytes: Uint8Array): Promise<WorkBook> => {
  const { read, set_cptable } = await import('xlsx');
  // Workbooks of Excel 5 and 95 are written in a code page, so the reader needs its tables of code pages.
  set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
  try {
    return read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      // The reader copies every sector (block) of the file if it gets an array, but none if it gets a buffer.
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      // The reader tells which rows and columns are hidden only if it also reads styles.
      cellStyles: true,
      // The reader sets `sheetStubs` to true when it reads styles, to return empty cells too. The setter ignores that.
      // A sheet with styles has millions of empty cells, which would fill the memory.
      get sheetStubs() {
        return false;
      },
      set sheetStubs(_isWanted) {},
    });
  } catch (error) {
    // The text of the error is the only sign of a password.
    if (/password|encrypt/i.test(String(error))) throw new FileRefused('TABLE_PROTECTED');
    // A document of another program in the same container format has no stream named `Workbook`.
    throw new FileRefused(/find Workbook/i.test(String(error)) ? 'NOT_A_TABLE' : 'TABLE_BROKEN');
  }
};

/** Rows of a workbook of Excel before 2007. */
export const readXls = async (
  bytes: Uint8Array,
  requireTime: RequireTime,
  choice: ReadingChoice,
): Promise<FileTable> => {
  if (!fileSignature.every((byte, at) => bytes[at] === byte)) throw new FileRefused('NOT_A_TABLE');
  if (hasEncryptedWorkbook(bytes)) throw new FileRefused('TABLE_PROTECTED');
  if (bytes.length > xlsBytesMax) throw new FileRefused('OLD_WORKBOOK_TOO_LARGE');
  const book = await readBook(bytes);
  const since1904 = book.Workbook?.WBProps?.date1904 ?? false;
  const isHidden = (at: number): boolean => Boolean(book.Workbook?.Sheets?.[at]?.Hidden);
  const sheets = book.SheetNames.map((name, at): Sheet => {
    const sheet = book.Sheets[name];
    const rows = (sheet?.['!data'] ?? []) as readonly (readonly CellObject[] | undefined)[];
    const ranges = new MergedRanges();
    for (const { s, e } of sheet?.['!merges'] ?? []) ranges.add(s.r + 1, e.r + 1, s.c, e.c);
    const addRows = (addRow: AddRow, isEnough: () => boolean): void => {
      const add = withMergedValues(ranges, addRow);
      for (const [index, row] of rows.entries()) {
        requireTime();
        if (row)
          add(
            index + 1,
            Array.from(row, cell => (cell ? parseCell(cell, since1904) : null)),
            [],
            sheet?.['!rows']?.[index]?.hidden,
          );
        if (isEnough()) return;
      }
    };
    const summarise = async () => {
      if (!sheet) return undefined;
      const { add, isEnough, look } = makeSheetSummariser(choice);
      addRows(add, isEnough);
      return look();
    };
    const readRows = async (add: AddRow) => {
      // The reader leaves a sheet out if its last record is missing, because the file is cut.
      if (!sheet) throw new FileRefused('TABLE_BROKEN');
      addRows(add, () => false);
      const columns = sheet?.['!cols']?.slice(0, importColumnsMax) ?? [];
      return [...columns.keys()].filter(column => columns[column]?.hidden);
    };
    return { name, isHidden: isHidden(at), summarise, readRows };
  });
  return readSheets(sheets, choice, since1904);
};

import { importColumnsMax } from '../../../../src/contract/limits.ts';
import type { FileCell } from '../../../../src/kinds/fileCell.ts';
import { serialDate } from '../../../../src/kinds/serial.ts';
import { type Archive, openArchive } from './archive.ts';
import { FileRefused, type FileTable, type ReadingChoice, type RequireTime, TableMaker } from './table.ts';
import { CellText, unescaped } from './texts.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { readXml } from './xml.ts';

/** Rows that a sheet can have. */
const sheetRowsMax = 1_048_576;

/** `BC12` → 54; undefined: it says nothing of the column. */
const columnOf = (reference: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

/** The number that a row says it has, if it can be one and comes after the last; else the next one. */
const rowAfter = (last: number, said: string | undefined): number => {
  const row = Number(said);
  return Number.isInteger(row) && row > last && row <= sheetRowsMax ? row : last + 1;
};

interface Cell {
  readonly type: string | undefined;
  readonly style: number;
}

const numberOf = (figure: number, style: number, { styles, since1904 }: Workbook): FileCell => {
  const { isDate = false, digits = 0 } = styles.get(style) ?? {};
  if (isDate && figure >= 1) return serialDate(figure, since1904);
  return digits > 0 && Number.isInteger(figure) && figure >= 0 ? String(figure).padStart(digits, '0') : figure;
};

const cellOf = (text: string, { type = 'n', style }: Cell, book: Workbook): FileCell => {
  if (type === 's') return book.sharedTexts.at(Number(text));
  if (type === 'b') return text === '1' || text === 'true';
  if (type === 'n') {
    const figure = Number(text);
    return Number.isNaN(figure) ? text : numberOf(figure, style, book);
  }
  return text;
};

const readSheet = async (
  archive: Archive,
  path: string,
  book: Workbook,
  choice: ReadingChoice,
): Promise<TableMaker> => {
  const table = new TableMaker({ ...choice, isWidthFixed: false });
  let cells: FileCell[] = [];
  let cell: Cell = { type: undefined, style: 0 };
  const run = new CellText();
  let whole = new CellText();
  let [row, column, within, phonetic] = [0, 0, false, false];
  await readXml(archive.read(path), {
    open: (name, { r, t, s }) => {
      if (name === 'row') {
        row = rowAfter(row, r);
        [cells, column] = [[], 0];
      } else if (name === 'c') {
        column = columnOf(r) ?? column;
        cell = { type: t, style: Number(s ?? 0) };
        whole = new CellText();
      } else if (name === 'rPh') phonetic = true;
      else if (name === 'v' || name === 't') within = !phonetic;
    },
    text: piece => {
      if (within) run.add(piece);
    },
    close: name => {
      if (name === 'v' || name === 't') {
        const text = run.take();
        // Numbers and the like have no escapes.
        whole.add(name === 't' || cell.type === 'str' ? unescaped(text) : text);
        within = false;
      } else if (name === 'rPh') phonetic = false;
      else if (name === 'c') {
        const text = whole.take();
        // A cell that has only a style is no value, however far to the right.
        const value = text === '' ? null : cellOf(text, cell, book);
        if (value !== null) {
          if (column >= importColumnsMax) throw new FileRefused('TABLE_TOO_LARGE');
          while (cells.length < column) cells.push(null);
          cells[column] = value;
        }
        column += 1;
      } else if (name === 'row') table.add(row, cells);
    },
  });
  return table;
};

/** Rows of the sheet that a workbook opens at; of the first other one where that has none. Read as it is unpacked. */
export const readXlsx = async (
  bytes: Uint8Array,
  requireTime: RequireTime,
  choice: ReadingChoice,
): Promise<FileTable> => {
  const archive = await openArchive(bytes, requireTime);
  const book = await readWorkbook(archive);
  for (const { path } of book.sheets) {
    const table = await readSheet(archive, path, book, choice);
    if (table.hasRows) return table.end({});
  }
  throw new FileRefused('TABLE_EMPTY');
};

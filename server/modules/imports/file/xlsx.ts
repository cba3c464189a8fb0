import { importColumnsMax } from '../../../../src/contract/limits.ts';
import type { FileCell } from '../../../../src/kinds/fileCell.ts';
import { serialDate } from '../../../../src/kinds/serial.ts';
import { type Archive, openArchive } from './archive.ts';
import { FileRefused, type FileTable, type ReadingChoice, type RequireTime, TableMaker } from './table.ts';
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

const cellOf = (text: string, { type, style }: Cell, { sharedTexts, dateStyles, since1904 }: Workbook): FileCell => {
  if (type === 's') return sharedTexts[Number(text)] ?? null;
  if (type === 'b') return text === '1';
  if (type === undefined || type === 'n') {
    const figure = Number(text);
    if (text === '' || Number.isNaN(figure)) return text || null;
    return dateStyles.has(style) && figure >= 1 ? serialDate(figure, since1904) : figure;
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
  let [row, column, text, within] = [0, 0, '', false];
  await readXml(archive.read(path), {
    open: (name, { r, t, s }) => {
      if (name === 'row') {
        row = rowAfter(row, r);
        [cells, column] = [[], 0];
      } else if (name === 'c') {
        column = columnOf(r) ?? column;
        if (column > importColumnsMax) throw new FileRefused('TABLE_TOO_LARGE');
        cell = { type: t, style: Number(s ?? 0) };
        text = '';
      } else if (name === 'v' || name === 't') within = true;
    },
    text: piece => {
      if (within) text += piece;
    },
    close: name => {
      if (name === 'v' || name === 't') within = false;
      else if (name === 'c') {
        while (cells.length < column) cells.push(null);
        cells[column] = cellOf(text, cell, book);
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
  for (const path of book.sheets) {
    const table = await readSheet(archive, path, book, choice);
    if (table.hasRows) return table.end({});
  }
  throw new FileRefused('TABLE_EMPTY');
};

import { importColumnsMax } from '../../../../src/contract/limits.ts';
import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import { serialDate } from '../../../../src/schema/kinds/serial.ts';
import type { Archive } from './archive.ts';
import { MergedRanges, withMergedValues } from './merged.ts';
import { numberOrName, parseFigure } from './numberNames.ts';
import { formulaFault, formulaText, makeSheetSummariser, readSheets, type Sheet } from './sheets.ts';
import {
  type AddRow,
  FileRefused,
  type FileTable,
  type ReadingChoice,
  type ReadingFault,
  sheetRowsMax,
} from './table.ts';
import { CellText, decodeEscapes } from './texts.ts';
import { readWorkbook, toShownDate, type Workbook } from './workbook.ts';
import { readXml } from './xml.ts';

/** Returns the index of a cell's column, from 0: `BC12` → 54. Undefined: the reference has no column. */
const parseColumn = (reference: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters.toUpperCase()].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

/** Returns the number that the file gives a row, if it is valid. Otherwise returns the number after the last one. */
const parseRowNumber = (last: number, text: string | undefined): number => {
  const row = Number(text);
  return Number.isInteger(row) && row > 0 && row <= sheetRowsMax ? row : last + 1;
};

const isTrue = (text: string | undefined): boolean => /^(?:1|true)$/i.test(text?.trim() ?? '');

interface Cell {
  readonly type: string | undefined;
  readonly style: number;
}

const formatNumberCell = (figure: number, style: number, { styles, since1904 }: Workbook): FileCell => {
  const { isDate = false, isYear = false, showName, showText } = styles.get(style) ?? {};
  if (showText) return showText(figure);
  if (isDate && figure >= 0) return toShownDate(serialDate(figure, since1904), isYear);
  return numberOrName(figure, showName);
};

const parseCell = (text: string, { type = 'n', style }: Cell, book: Workbook): FileCell => {
  if (type === 's') {
    const shared = book.sharedTexts.at(Number(text));
    if (shared === undefined) throw new FileRefused('TABLE_BROKEN');
    return shared === '' ? null : shared;
  }
  if (type === 'b') return isTrue(text);
  if (type === 'n') {
    const figure = parseFigure(text);
    return figure === undefined ? text : formatNumberCell(figure, style, book);
  }
  return text;
};

const mergedTag =
  /<(?:[\w.-]+:)?mergeCell\s[^<>]*?ref\s*=\s*["']\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})["']/g;
/**
 * Maximum length of an incomplete tag at the end of a piece, which is kept for the next piece. A longer tag is no
 * merged range.
 */
const tagLettersMax = 500;

const rowTag = /<(?:[\w.-]+:)?row\s[^<>]*?\br\s*=\s*["'](\d{1,7})["']/g;

/**
 * Reads the merged ranges of a sheet before its rows, because the file has them after the rows. Also tells whether the
 * rows stand in the order of their numbers. A search for the tags is much faster than parsing the file.
 */
const readLayout = async (archive: Archive, path: string) => {
  const ranges = new MergedRanges();
  let [rest, lastRow, isOrdered] = ['', 0, true];
  for await (const piece of archive.read(path)) {
    const text = rest + piece;
    const open = text.lastIndexOf('<');
    for (const [, number] of text.slice(0, open).matchAll(rowTag)) {
      if (Number(number) <= lastRow) isOrdered = false;
      lastRow = Number(number);
    }
    for (const [, letters, first, lastLetters, last] of text.slice(0, open).matchAll(mergedTag))
      ranges.add(Number(first), Number(last), parseColumn(letters) ?? 0, parseColumn(lastLetters) ?? 0);
    rest = text.slice(Math.max(open, text.length - tagLettersMax));
  }
  return { ranges, isOrdered };
};

/** Maximum number of characters of the rows of a sheet that are sorted. Only odd programs write rows in disorder. */
const sortedLettersMax = 10_000_000;

/** Collects rows, and adds them in the order of their numbers. Of several rows with one number, each gets its own. */
const makeRowSorter = (add: AddRow) => {
  const rows: Parameters<AddRow>[] = [];
  let letters = 0;
  return {
    add: (...row: Parameters<AddRow>) => {
      for (const cell of row[1]) letters += String(cell ?? '').length + 1;
      if (letters > sortedLettersMax) throw new FileRefused('TABLE_BROKEN');
      rows.push(row);
    },
    end: () => {
      let last = 0;
      for (const [number, ...row] of rows.sort(([one], [other]) => one - other)) {
        last = Math.max(number, last + 1);
        add(last, ...row);
      }
    },
  };
};

const readSheet = async (
  archive: Archive,
  path: string,
  book: Workbook,
  add: AddRow,
  isEnough: () => boolean = () => false,
): Promise<readonly number[]> => {
  const hiddenColumns = new Set<number>();
  let isHidden = false;
  let [cells, faults]: [FileCell[], ReadingFault[]] = [[], []];
  let cell: Cell = { type: undefined, style: 0 };
  const [run, cellText, formula] = [new CellText(), new CellText(), new CellText()];
  let [hasFormula, hasValue] = [false, false];
  let [row, column, textElement, isPhonetic] = [0, 0, '', false];
  // Later versions of Excel store data of their own in `extLst`, with the same element names.
  let isExtension = false;

  const endCell = (): void => {
    const text = cellText.take();
    const formulaSource = formula.take();
    // The result of a formula may be an empty text (type `str`). Otherwise an empty value means that no result is
    // stored.
    const isUncomputed = hasFormula && text === '' && !(hasValue && cell.type === 'str');
    const value = isUncomputed ? formulaText(formulaSource) : text === '' ? null : parseCell(text, cell, book);
    // A cell that has only a style has no value, so it does not make its row wider.
    if (value !== null) {
      // A value beyond the last permitted column is stored in the column after that one. A single such value is enough
      // to refuse the row.
      const at = Math.min(column, importColumnsMax);
      while (cells.length < at) cells.push(null);
      const before = cells[at] ?? null;
      if (before !== null && before !== value && at < importColumnsMax)
        faults.push({ column: at, message: 'cellTwice', values: { value: String(before) }, grave: true });
      cells[at] = value;
      if (isUncomputed) faults.push(formulaFault(column));
    }
    column += 1;
  };

  await readXml(archive.read(path), {
    open: (name, { r, t, s, hidden, min, max }) => {
      if (name === 'extLst') isExtension = true;
      if (isExtension) return;
      if (name === 'col' && isTrue(hidden)) {
        const last = Math.min(Number(max), importColumnsMax);
        for (let at = Math.max(1, Math.ceil(Number(min))); at <= last; at += 1) hiddenColumns.add(at - 1);
      }
      if (name === 'row') {
        row = parseRowNumber(row, r);
        isHidden = isTrue(hidden);
        [cells, faults, column] = [[], [], 0];
      } else if (name === 'c') {
        column = parseColumn(r) ?? column;
        cell = { type: t, style: Number(s ?? 0) };
        [hasFormula, hasValue] = [false, false];
      } else if (name === 'rPh') isPhonetic = true;
      else if (name === 'f') [hasFormula, textElement] = [true, name];
      else if ((name === 'v' || name === 't') && !isPhonetic) [hasValue, textElement] = [true, name];
    },
    text: piece => {
      if (textElement === 'f') formula.add(piece);
      else if (textElement !== '') run.add(piece);
    },
    close: name => {
      if (name === 'extLst') isExtension = false;
      if (isExtension) return;
      if (name === 'v' || name === 't') {
        const text = run.take();
        // Only texts have escapes such as `_x000D_`. Numbers, dates and truth values have none.
        cellText.add(name === 't' || cell.type === 'str' ? decodeEscapes(text) : text);
        textElement = '';
      } else if (name === 'f') textElement = '';
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'c') endCell();
      else if (name === 'row') add(row, cells, faults, isHidden);
    },
    isEnough,
  });
  return [...hiddenColumns];
};

export const readXlsx = async (archive: Archive, choice: ReadingChoice): Promise<FileTable> => {
  const book = await readWorkbook(archive);
  const sheets = book.sheets.map(({ name, path, isHidden }): Sheet => {
    const summarise = async () => {
      if (!archive.has(path)) return undefined;
      const { add, isEnough, look } = makeSheetSummariser(choice);
      await readSheet(archive, path, book, add, isEnough);
      return look();
    };
    const readRows = async (add: AddRow) => {
      if (!archive.has(path)) throw new FileRefused('TABLE_BROKEN');
      const { ranges, isOrdered } = await readLayout(archive, path);
      const addMerged = withMergedValues(ranges, add);
      if (isOrdered) return readSheet(archive, path, book, addMerged);
      const sorter = makeRowSorter(addMerged);
      const hiddenColumns = await readSheet(archive, path, book, sorter.add);
      sorter.end();
      return hiddenColumns;
    };
    return { name, isHidden, summarise, readRows };
  });
  return readSheets(sheets, choice, book.since1904);
};

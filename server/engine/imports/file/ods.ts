import { importColumnsMax, importRowsMax } from '../../../../src/contract/limits.ts';
import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import type { Archive } from './archive.ts';
import { firstRowsMax } from './headings.ts';
import { MergedRanges, withMergedValues } from './merged.ts';
import { isShownAsName, parseFigure, type ShowNumber, toShownFigure } from './numberNames.ts';
import { formulaFault, formulaText, makeSheetSummariser, readSheets, type Sheet } from './sheets.ts';
import { parseTextFormat } from './shownTexts.ts';
import {
  type AddRow,
  FileRefused,
  type FileTable,
  type ReadingChoice,
  type ReadingFault,
  requireShortNames,
} from './table.ts';
import { CellText } from './texts.ts';
import { toShownDate } from './workbook.ts';
import { type Attributes, readXml } from './xml.ts';

export const odsContentPath = 'content.xml';
const sheetsMax = 5000;
/**
 * Parts of a spreadsheet with texts or cells that are not part of the table: comments, former values, drawings, forms.
 */
const leftOutElements = new Set(['annotation', 'tracked-changes', 'shapes', 'forms', 'dde-links', 'consolidation']);
const cellElements = new Set(['table-cell', 'covered-table-cell']);
/** Maximum number of repeated blanks in a text. A cell cannot hold more. */
const blanksMax = 40_000;

/** Elements with the number format of shares and of times. */
const numberStyles = new Set(['percentage-style', 'time-style']);
/** Maximum number of decimals of a share. */
const decimalsMax = 15;
/** Maximum length of a number format, characters. The rest of a longer one is left out. */
const formatLengthMax = 40;

/** Maximum number of repetitions of a row or a cell. The largest sheet has as many rows, and fewer columns. */
const repetitionsMax = 1_048_576;
const parseRepetitions = (text: string | undefined): number => {
  const repetitions = Number(text ?? 1);
  return Number.isInteger(repetitions) && repetitions > 0 ? Math.min(repetitions, repetitionsMax) : 1;
};

/**
 * Returns a date such as `2026-01-15T09:30:00.000000` without fractions of a second. If the time is midnight, returns
 * the day alone.
 */
const normaliseDate = (text: string): string => text.replace(/\.\d+/, '').replace(/T00:00:00$/, '');

/** `show`: shows a number as the style of the cell does. Undefined: the style shows no share and no time. */
const parseCell = (attributes: Attributes, text: string, show: ShowNumber | undefined): FileCell => {
  if (attributes['calcext:value-type'] === 'error') return text;
  switch (attributes['office:value-type']) {
    // A share and a time are read as they are shown (shownTexts.ts).
    case 'percentage': {
      const figure = parseFigure(attributes['office:value']);
      return text === '' && figure !== undefined ? `${toShownFigure(figure * 100)}%` : text;
    }
    case 'time':
      return text === '' ? (attributes['office:time-value'] ?? '') : text;
    case 'float':
    case 'currency': {
      const figure = parseFigure(attributes['office:value']);
      // Some programs store 15% and 18:00 as numbers, with the bare number as the shown text.
      if (figure !== undefined && show && (text === '' || parseFigure(text) === figure)) return show(figure);
      // If a number is shown as a name (such as DD-0123), only the shown text has its zeros and letters.
      return figure === undefined || isShownAsName(text, figure) ? text : figure;
    }
    case 'boolean':
      return attributes['office:boolean-value'] === 'true';
    case 'date': {
      // A format may show only the time of a moment.
      if (/^\d{1,2}:\d{2}(?::\d{2})?(?: [AP]M)?$/.test(text)) return text;
      const date = normaliseDate(attributes['office:date-value'] ?? text);
      return toShownDate(date, /^\d{4}$/.test(text) && date.startsWith(text));
    }
    case 'string':
      return attributes['office:string-value'] ?? text;
    default:
      return text;
  }
};

/**
 * Returns the code that an element within a style of shares or times has in a number format (shownTexts.ts). An element
 * of another kind has none.
 */
const formatCode = (name: string, attributes: Attributes): string => {
  const isLong = attributes['number:style'] === 'long';
  switch (name) {
    case 'number':
      return `0.${'0'.repeat(Math.min(Number(attributes['number:decimal-places']) || 0, decimalsMax))}%`;
    case 'hours':
      return isLong ? 'hh:' : 'h:';
    case 'minutes':
      return 'mm:';
    case 'seconds':
      return 'ss';
    case 'am-pm':
      return 'am/pm';
    default:
      return '';
  }
};

/** Whether the user has collapsed this row or column, or a filter hides it. */
const isHidden = (attributes: Attributes): boolean =>
  ['collapse', 'filter'].includes(attributes['table:visibility'] ?? 'visible');

interface SheetListener {
  /**
   * Called at the start of a sheet. Returns the function that receives its rows. Undefined: the rows of this sheet are
   * not needed.
   */
  readonly beginSheet: (name: string, isVisible: boolean) => AddRow | undefined;
  readonly endSheet?: (hiddenColumns: readonly number[]) => void;
  readonly isEnough?: () => boolean;
}

/** Collects the text of one cell: paragraphs with their blanks, tabs and line breaks. */
class CellParagraphs {
  readonly #text = new CellText();
  #count = 0;
  /** Number of open paragraphs. Text outside of them is not part of the cell. */
  #depth = 0;

  open(name: string, attributes: Attributes): void {
    if (name === 'p') {
      if (this.#count > 0) this.#text.add('\n');
      this.#count += 1;
      this.#depth += 1;
    } else if (name === 's') this.#text.add(' '.repeat(Math.min(blanksMax, parseRepetitions(attributes['text:c']))));
    else if (name === 'tab') this.#text.add('\t');
    else if (name === 'line-break') this.#text.add('\n');
  }

  add(piece: string): void {
    if (this.#depth > 0) this.#text.add(piece);
  }

  close(name: string): void {
    if (name === 'p') this.#depth -= 1;
  }

  take(): string {
    return this.#text.take();
  }
}

class SheetRows {
  readonly hiddenColumns: number[] = [];
  readonly #ranges = new MergedRanges();
  /** Receives each row. Undefined: the rows of this sheet are not needed. */
  readonly #addRow: AddRow | undefined;
  #columnCount = 0;
  #row = 1;
  #column = 0;
  #repetitions = 1;
  #isHidden = false;
  #cells: FileCell[] = [];
  #faults: ReadingFault[] = [];

  constructor(addRow: AddRow | undefined) {
    this.#addRow = addRow && withMergedValues(this.#ranges, addRow);
  }

  addColumns(attributes: Attributes): void {
    const end = this.#columnCount + parseRepetitions(attributes['table:number-columns-repeated']);
    for (let at = this.#columnCount; isHidden(attributes) && at < Math.min(end, importColumnsMax); at += 1)
      this.hiddenColumns.push(at);
    this.#columnCount = end;
  }

  beginRow(attributes: Attributes): void {
    this.#isHidden = isHidden(attributes);
    this.#repetitions = parseRepetitions(attributes['table:number-rows-repeated']);
    [this.#cells, this.#faults, this.#column] = [[], [], 0];
  }

  /** `shown`: the text that the spreadsheet shows in the cell. `show`: see `parseCell`. */
  addCell(attributes: Attributes, shown: string, show: ShowNumber | undefined): void {
    const repetitions = parseRepetitions(attributes['table:number-columns-repeated']);
    const formula = attributes['table:formula'];
    const isUncomputed = formula !== undefined && attributes['office:value-type'] === undefined && shown === '';
    const value = isUncomputed ? formulaText(formula) : parseCell(attributes, shown, show);
    if (value !== null && value !== '') {
      // Only one value beyond the last permitted column is stored, because one is enough to refuse the row.
      while (this.#cells.length < Math.min(this.#column, importColumnsMax)) this.#cells.push(null);
      for (let at = 0; at < repetitions && this.#cells.length <= importColumnsMax; at += 1) this.#cells.push(value);
      if (isUncomputed) this.#faults.push(formulaFault(this.#column));
    }
    if (this.#addRow) {
      const lastColumn = this.#column + parseRepetitions(attributes['table:number-columns-spanned']) - 1;
      const lastRow = this.#row + parseRepetitions(attributes['table:number-rows-spanned']) - 1;
      this.#ranges.add(this.#row, lastRow, this.#column, lastColumn);
    }
    this.#column += repetitions;
  }

  endRow(): void {
    // The empty rows up to the end of a sheet are stored as one repeated row, and are skipped.
    // A repeated row with values is added several times, as often as is needed to refuse too many rows. The heading row
    // may be any of the first rows.
    const repetitions = this.#cells.length > 0 ? Math.min(this.#repetitions, importRowsMax + firstRowsMax + 1) : 0;
    for (let at = 0; at < repetitions; at += 1)
      this.#addRow?.(this.#row + at, this.#cells, this.#faults, this.#isHidden);
    this.#row += this.#repetitions;
  }
}

/** Reads the sheets of an OpenDocument spreadsheet while it is decompressed. */
const readContent = async (archive: Archive, { beginSheet, endSheet, isEnough }: SheetListener): Promise<void> => {
  const hiddenStyles = new Set<string>();
  /** Number formats of shares and times, by the name of the style that defines each. */
  const formats = new Map<string, string>();
  /** How the styles of cells show numbers, by the name of the style. Only styles of shares and times. */
  const showByStyle = new Map<string, ShowNumber>();
  let [style, numberStyle, format, isSpreadsheet] = ['', '', '', false];
  let sheet: SheetRows | undefined;
  let cell: { readonly attributes: Attributes; readonly paragraphs: CellParagraphs } | undefined;

  const openSheet = (name = '', styleName = ''): void => {
    // A file with a table within a cell is refused. The end of that table would end the sheet, and the rows below it
    // would be dropped.
    if (cell) throw new FileRefused('TABLE_BROKEN');
    requireShortNames(name);
    sheet = new SheetRows(beginSheet(name, !hiddenStyles.has(styleName)));
  };
  const openStyle = (name: string, attributes: Attributes): void => {
    if (name === 'style') {
      style = attributes['style:name'] ?? '';
      requireShortNames(style);
      const show = parseTextFormat(formats.get(attributes['style:data-style-name'] ?? '') ?? '');
      if (show && showByStyle.size < sheetsMax) showByStyle.set(style, show);
    } else if (name === 'table-properties' && attributes['table:display'] === 'false') {
      if (hiddenStyles.size < sheetsMax) hiddenStyles.add(style);
    } else if (numberStyles.has(name)) {
      numberStyle = attributes['style:name'] ?? '';
      requireShortNames(numberStyle);
      // A time without overflow, such as 36:00, counts its hours on.
      format = attributes['number:truncate-on-overflow'] === 'false' ? '[h]' : '';
    } else if (numberStyle !== '' && format.length < formatLengthMax) format += formatCode(name, attributes);
  };

  await readXml(archive.read(odsContentPath), {
    leftOut: leftOutElements,
    open: (name, attributes) => {
      if (name === 'spreadsheet') isSpreadsheet = true;
      else if (name === 'table' && isSpreadsheet) openSheet(attributes['table:name'], attributes['table:style-name']);
      else if (name === 'table-column') sheet?.addColumns(attributes);
      else if (name === 'table-row') sheet?.beginRow(attributes);
      else if (cellElements.has(name)) cell = { attributes, paragraphs: new CellParagraphs() };
      else if (cell) cell.paragraphs.open(name, attributes);
      else openStyle(name, attributes);
    },
    text: piece => cell?.paragraphs.add(piece),
    close: name => {
      if (cell && cellElements.has(name)) {
        const show = showByStyle.get(cell.attributes['table:style-name'] ?? '');
        sheet?.addCell(cell.attributes, cell.paragraphs.take(), show);
        cell = undefined;
      } else if (name === 'table-row') sheet?.endRow();
      else if (name === 'table' && sheet) {
        endSheet?.(sheet.hiddenColumns);
        sheet = undefined;
      } else if (numberStyles.has(name)) {
        if (numberStyle !== '' && formats.size < sheetsMax) formats.set(numberStyle, format);
        numberStyle = '';
      } else cell?.paragraphs.close(name);
    },
    ...(isEnough && { isEnough }),
  });
  if (!isSpreadsheet) throw new FileRefused('NOT_A_TABLE');
};

/** Reads the rows of the sheet with index `wantedIndex` in the file, from 0. */
const readSheet = async (archive: Archive, wantedIndex: number, add: AddRow): Promise<readonly number[]> => {
  let [sheetIndex, isOver, hiddenColumns] = [-1, false, [] as readonly number[]];
  await readContent(archive, {
    beginSheet: () => {
      sheetIndex += 1;
      return sheetIndex === wantedIndex ? add : undefined;
    },
    endSheet: hidden => {
      if (sheetIndex !== wantedIndex) return;
      [isOver, hiddenColumns] = [true, hidden];
    },
    isEnough: () => isOver,
  });
  return hiddenColumns;
};

/**
 * Reads the rows of an OpenDocument spreadsheet. All sheets are in one file of the archive. So the first pass looks at
 * all sheets, and the second reads one.
 */
export const readOds = async (archive: Archive, choice: ReadingChoice): Promise<FileTable> => {
  for await (const piece of archive.read('META-INF/manifest.xml'))
    if (piece.includes('encryption-data')) throw new FileRefused('TABLE_PROTECTED');
  const sheets: Sheet[] = [];
  const summaries = new Map<number, ReturnType<ReturnType<typeof makeSheetSummariser>['look']>>();
  let [sheetIndex, summariser] = [-1, makeSheetSummariser(choice)];
  await readContent(archive, {
    beginSheet: (name, isVisible) => {
      sheetIndex += 1;
      if (sheetIndex === sheetsMax) throw new FileRefused('TABLE_TOO_LARGE');
      const wantedIndex = sheetIndex;
      summariser = makeSheetSummariser(choice);
      sheets.push({
        name,
        isHidden: !isVisible,
        summarise: async () => summaries.get(wantedIndex),
        readRows: add => readSheet(archive, wantedIndex, add),
      });
      return summariser.add;
    },
    endSheet: () => summaries.set(sheetIndex, summariser.look()),
  });
  return readSheets(sheets, choice);
};

import { importColumnsMax, importRowsMax } from '../../../../src/contract/limits.ts';
import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import type { Archive } from './archive.ts';
import { firstRowsMax } from './headings.ts';
import { MergedRanges, withMergedValues } from './merged.ts';
import { isShownAsName, parseFigure } from './numberNames.ts';
import { formulaFault, formulaText, makeSheetSummariser, readSheets, type Sheet } from './sheets.ts';
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
const skippedElements = new Set(['annotation', 'tracked-changes', 'shapes', 'forms', 'dde-links', 'consolidation']);
/** Maximum number of repeated blanks in a text. A cell cannot hold more. */
const blanksMax = 40_000;

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

const parseCell = (attributes: Attributes, text: string): FileCell => {
  if (attributes['calcext:value-type'] === 'error') return text;
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const figure = parseFigure(attributes['office:value']);
      // If a number is shown as a name (such as DD-0123), only the shown text has its zeros and letters.
      return figure === undefined || isShownAsName(text, figure) ? text : figure;
    }
    case 'boolean':
      return attributes['office:boolean-value'] === 'true';
    case 'date': {
      const date = normaliseDate(attributes['office:date-value'] ?? text);
      return toShownDate(date, /^\d{4}$/.test(text) && date.startsWith(text));
    }
    case 'string':
      return attributes['office:string-value'] ?? text;
    default:
      return text;
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

/** Reads the sheets of an OpenDocument spreadsheet while it is decompressed. */
const readContent = async (archive: Archive, { beginSheet, endSheet, isEnough }: SheetListener): Promise<void> => {
  const hiddenStyles = new Set<string>();
  let [style, skippedElement, skipDepth, isSpreadsheet] = ['', '', 0, false];
  let addRow: AddRow | undefined;
  let [row, rowRepetitions, column, isHiddenRow] = [0, 1, 0, false];
  let ranges = new MergedRanges();
  let [columnCount, hiddenColumns] = [0, [] as number[]];
  let cells: FileCell[] = [];
  let faults: ReadingFault[] = [];
  let cell: Attributes | undefined;
  let [text, paragraphs, paragraphDepth] = [new CellText(), 0, 0];

  const endCell = (attributes: Attributes): void => {
    const repetitions = parseRepetitions(attributes['table:number-columns-repeated']);
    const shown = text.take();
    const formula = attributes['table:formula'];
    const isUncomputed = formula !== undefined && attributes['office:value-type'] === undefined && shown === '';
    const value = isUncomputed ? formulaText(formula) : parseCell(attributes, shown);
    if (value !== null && value !== '') {
      // Of the values beyond the last permitted column, only one is stored, because one is enough to refuse the row.
      while (cells.length < Math.min(column, importColumnsMax)) cells.push(null);
      for (let at = 0; at < repetitions && cells.length <= importColumnsMax; at += 1) cells.push(value);
      if (isUncomputed) faults.push(formulaFault(column));
    }
    if (addRow) {
      const lastColumn = column + parseRepetitions(attributes['table:number-columns-spanned']) - 1;
      ranges.add(row, row + parseRepetitions(attributes['table:number-rows-spanned']) - 1, column, lastColumn);
    }
    column += repetitions;
  };
  const endRow = (): void => {
    // The empty rows up to the end of a sheet are stored as one repeated row, and are skipped.
    // A repeated row with values is added several times, as often as is needed to refuse too many rows. The heading row
    // may be any of the first rows.
    const repetitions = cells.length > 0 ? Math.min(rowRepetitions, importRowsMax + firstRowsMax + 1) : 0;
    for (let at = 0; at < repetitions; at += 1) addRow?.(row + at, cells, faults, isHiddenRow);
    row += rowRepetitions;
  };

  await readXml(archive.read(odsContentPath), {
    open: (name, attributes) => {
      if (skippedElement !== '') {
        if (name === skippedElement) skipDepth += 1;
        return;
      }
      if (skippedElements.has(name)) [skippedElement, skipDepth] = [name, 1];
      else if (name === 'spreadsheet') isSpreadsheet = true;
      else if (name === 'style') {
        style = attributes['style:name'] ?? '';
        requireShortNames(style);
      } else if (name === 'table-properties' && attributes['table:display'] === 'false') {
        if (hiddenStyles.size < sheetsMax) hiddenStyles.add(style);
      } else if (name === 'table' && isSpreadsheet) {
        // A file with a table within a cell is refused. The end of that table would end the sheet, and the rows below
        // it would be dropped.
        if (cell) throw new FileRefused('TABLE_BROKEN');
        requireShortNames(attributes['table:name'] ?? '');
        const addSheetRow = beginSheet(
          attributes['table:name'] ?? '',
          !hiddenStyles.has(attributes['table:style-name'] ?? ''),
        );
        ranges = new MergedRanges();
        addRow = addSheetRow && withMergedValues(ranges, addSheetRow);
        row = 1;
        [columnCount, hiddenColumns] = [0, []];
      } else if (name === 'table-column') {
        const repetitions = parseRepetitions(attributes['table:number-columns-repeated']);
        for (
          let at = columnCount;
          isHidden(attributes) && at < Math.min(columnCount + repetitions, importColumnsMax);
          at += 1
        )
          hiddenColumns.push(at);
        columnCount += repetitions;
      } else if (name === 'table-row') {
        isHiddenRow = isHidden(attributes);
        rowRepetitions = parseRepetitions(attributes['table:number-rows-repeated']);
        [cells, faults, column] = [[], [], 0];
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = attributes;
        [text, paragraphs, paragraphDepth] = [new CellText(), 0, 0];
      } else if (cell && name === 'p') {
        if (paragraphs > 0) text.add('\n');
        [paragraphs, paragraphDepth] = [paragraphs + 1, paragraphDepth + 1];
      } else if (cell && name === 's')
        text.add(' '.repeat(Math.min(blanksMax, parseRepetitions(attributes['text:c']))));
      else if (cell && name === 'tab') text.add('\t');
      else if (cell && name === 'line-break') text.add('\n');
    },
    text: piece => {
      if (cell && paragraphDepth > 0 && skippedElement === '') text.add(piece);
    },
    close: name => {
      if (skippedElement !== '') {
        if (name === skippedElement) skipDepth -= 1;
        if (skipDepth === 0) skippedElement = '';
      } else if (name === 'p' && cell) paragraphDepth -= 1;
      else if ((name === 'table-cell' || name === 'covered-table-cell') && cell) {
        endCell(cell);
        cell = undefined;
      } else if (name === 'table-row') endRow();
      else if (name === 'table' && isSpreadsheet) {
        endSheet?.(hiddenColumns);
        addRow = undefined;
      }
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

import { importColumnsMax, importRowsMax } from '../../../../src/contract/limits.ts';
import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import type { Archive } from './archive.ts';
import { firstRowsMax } from './headings.ts';
import { MergedRanges, withMerged } from './merged.ts';
import { figureOf, isShownAsName } from './numberNames.ts';
import { formulaFault, formulaText, makeLook, readSheets, type Sheet } from './sheets.ts';
import {
  type AddRow,
  FileRefused,
  type FileTable,
  type ReadingChoice,
  type ReadingFault,
  requireShort,
} from './table.ts';
import { CellText } from './texts.ts';
import { shownDate } from './workbook.ts';
import { type Attributes, readXml } from './xml.ts';

export const odsContent = 'content.xml';
const sheetsMax = 5000;
/**
 * Parts of a spreadsheet with texts or cells that are not part of the table: comments, former values, drawings, forms.
 */
const skipped = new Set(['annotation', 'tracked-changes', 'shapes', 'forms', 'dde-links', 'consolidation']);
/** Maximum number of repeated blanks in a text. A cell cannot hold more. */
const blanksMax = 40_000;

/** Maximum number of repetitions of a row or a cell. The largest sheet has as many rows, and fewer columns. */
const timesMax = 1_048_576;
const timesOf = (repeated: string | undefined): number => {
  const times = Number(repeated ?? 1);
  return Number.isInteger(times) && times > 0 ? Math.min(times, timesMax) : 1;
};

/** `2026-01-15T09:30:00.000000` without fractions of a second. Midnight gives a day. */
const dateOf = (written: string): string => written.replace(/\.\d+/, '').replace(/T00:00:00$/, '');

const cellOf = (attributes: Attributes, text: string): FileCell => {
  if (attributes['calcext:value-type'] === 'error') return text;
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const figure = figureOf(attributes['office:value']);
      // If a number is shown as a name (such as DD-0123), only the text has its zeros and letters.
      return figure === undefined || isShownAsName(text, figure) ? text : figure;
    }
    case 'boolean':
      return attributes['office:boolean-value'] === 'true';
    case 'date': {
      const date = dateOf(attributes['office:date-value'] ?? text);
      return shownDate(date, /^\d{4}$/.test(text) && date.startsWith(text));
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

interface Listener {
  /** Called at the start of a sheet. Undefined: its rows are not needed. */
  readonly begin: (name: string, isVisible: boolean) => AddRow | undefined;
  readonly end?: (hiddenColumns: readonly number[]) => void;
  readonly isEnough?: () => boolean;
}

/** Reads the sheets of an OpenDocument spreadsheet while it is decompressed. */
const readContent = async (archive: Archive, { begin, end, isEnough }: Listener): Promise<void> => {
  const hidden = new Set<string>();
  let [style, skip, depth, isSpreadsheet] = ['', '', 0, false];
  let add: AddRow | undefined;
  let [row, rowTimes, column, isHiddenRow] = [0, 1, 0, false];
  let ranges = new MergedRanges();
  let [columnCount, hiddenColumns] = [0, [] as number[]];
  let cells: FileCell[] = [];
  let faults: ReadingFault[] = [];
  let cell: Attributes | undefined;
  let [text, paragraphs, within] = [new CellText(), 0, 0];

  const endCell = (attributes: Attributes): void => {
    const times = timesOf(attributes['table:number-columns-repeated']);
    const shown = text.take();
    const formula = attributes['table:formula'];
    const isUncomputed = formula !== undefined && attributes['office:value-type'] === undefined && shown === '';
    const value = isUncomputed ? formulaText(formula) : cellOf(attributes, shown);
    if (value !== null && value !== '') {
      // Only one value beyond the last permitted column is stored, because one is enough to refuse the row.
      while (cells.length < Math.min(column, importColumnsMax)) cells.push(null);
      for (let at = 0; at < times && cells.length <= importColumnsMax; at += 1) cells.push(value);
      if (isUncomputed) faults.push(formulaFault(column));
    }
    if (add) ranges.add(row, row + timesOf(attributes['table:number-rows-spanned']) - 1, column);
    column += times;
  };
  const endRow = (): void => {
    // The empty rows up to the end of a sheet are stored as one repeated row, and are skipped.
    // A repeated row with values is added often enough that too many rows are refused. The headings may be in any of
    // the first rows.
    const times = cells.length > 0 ? Math.min(rowTimes, importRowsMax + firstRowsMax + 1) : 0;
    for (let at = 0; at < times; at += 1) add?.(row + at, cells, faults, isHiddenRow);
    row += rowTimes;
  };

  await readXml(archive.read(odsContent), {
    open: (name, attributes) => {
      if (skip !== '') {
        if (name === skip) depth += 1;
        return;
      }
      if (skipped.has(name)) [skip, depth] = [name, 1];
      else if (name === 'spreadsheet') isSpreadsheet = true;
      else if (name === 'style') {
        style = attributes['style:name'] ?? '';
        requireShort(style);
      } else if (name === 'table-properties' && attributes['table:display'] === 'false') {
        if (hidden.size < sheetsMax) hidden.add(style);
      } else if (name === 'table' && isSpreadsheet) {
        // A table within a cell would end the outer one, and the rows below it would be dropped.
        if (cell) throw new FileRefused('TABLE_BROKEN');
        requireShort(attributes['table:name'] ?? '');
        const wanted = begin(attributes['table:name'] ?? '', !hidden.has(attributes['table:style-name'] ?? ''));
        ranges = new MergedRanges();
        add = wanted && withMerged(ranges, wanted);
        row = 1;
        [columnCount, hiddenColumns] = [0, []];
      } else if (name === 'table-column') {
        const times = timesOf(attributes['table:number-columns-repeated']);
        for (
          let at = columnCount;
          isHidden(attributes) && at < Math.min(columnCount + times, importColumnsMax);
          at += 1
        )
          hiddenColumns.push(at);
        columnCount += times;
      } else if (name === 'table-row') {
        isHiddenRow = isHidden(attributes);
        rowTimes = timesOf(attributes['table:number-rows-repeated']);
        [cells, faults, column] = [[], [], 0];
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = attributes;
        [text, paragraphs, within] = [new CellText(), 0, 0];
      } else if (cell && name === 'p') {
        if (paragraphs > 0) text.add('\n');
        [paragraphs, within] = [paragraphs + 1, within + 1];
      } else if (cell && name === 's') text.add(' '.repeat(Math.min(blanksMax, timesOf(attributes['text:c']))));
      else if (cell && name === 'tab') text.add('\t');
      else if (cell && name === 'line-break') text.add('\n');
    },
    text: piece => {
      if (cell && within > 0 && skip === '') text.add(piece);
    },
    close: name => {
      if (skip !== '') {
        if (name === skip) depth -= 1;
        if (depth === 0) skip = '';
      } else if (name === 'p' && cell) within -= 1;
      else if ((name === 'table-cell' || name === 'covered-table-cell') && cell) {
        endCell(cell);
        cell = undefined;
      } else if (name === 'table-row') endRow();
      else if (name === 'table' && isSpreadsheet) {
        end?.(hiddenColumns);
        add = undefined;
      }
    },
    ...(isEnough && { isEnough }),
  });
  if (!isSpreadsheet) throw new FileRefused('NOT_A_TABLE');
};

/** Reads the rows of the sheet with index `wanted` in the file, from 0. */
const readSheet = async (archive: Archive, wanted: number, add: AddRow): Promise<readonly number[]> => {
  let [place, isOver, hiddenColumns] = [-1, false, [] as readonly number[]];
  await readContent(archive, {
    begin: () => {
      place += 1;
      return place === wanted ? add : undefined;
    },
    end: hidden => {
      if (place !== wanted) return;
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
  const hidden: string[] = [];
  const looks = new Map<number, ReturnType<ReturnType<typeof makeLook>['look']>>();
  let [place, look] = [-1, makeLook(choice)];
  await readContent(archive, {
    begin: (name, isVisible) => {
      place += 1;
      if (place === sheetsMax) throw new FileRefused('TABLE_TOO_LARGE');
      if (!isVisible) {
        hidden.push(name);
        return undefined;
      }
      const wanted = place;
      look = makeLook(choice);
      sheets.push({ name, look: async () => looks.get(wanted), read: add => readSheet(archive, wanted, add) });
      return look.add;
    },
    end: () => looks.set(place, look.look()),
  });
  return readSheets(sheets, hidden, choice);
};

import { gunzipSync, gzipSync } from 'node:zlib';
import { importColumnsMax, importRowsMax } from '../../../../src/contract/limits.ts';
import type { FieldMessage } from '../../../../src/contract/messages/index.ts';
import type { ImportNotes, ImportReading } from '../../../../src/contract/shapes/imports.ts';
import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import type { KnownHeadings } from '../../../../src/schema/headingText.ts';
import { cutText } from '../../../../src/schema/kinds/graphemes.ts';
import { type FormRowReason, indexOfFooter, isDrawnLine, isFilled, isNumbering, rowKey } from './formRows.ts';
import { firstRowsMax, headingsOfRow, proposeHeadings } from './headings.ts';
import { findShortRows } from './shortRows.ts';

export interface ReadingFault {
  /** Index of the column with the fault, from 0. Absent: the fault concerns the whole row. */
  readonly column?: number;
  readonly message: FieldMessage;
  readonly values?: Readonly<Record<string, unknown>>;
  /** True for an error, false for a warning. One error prevents the whole import. */
  readonly grave: boolean;
}

/** A row of a file with its number as in a spreadsheet. The headings are usually row 1. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly FileCell[];
  readonly faults?: readonly ReadingFault[];
  /** True: dates in the row are numbers of days since 1904. Absent: since 1900. */
  readonly since1904?: true;
}

export type AddRow = (
  row: number,
  cells: readonly FileCell[],
  faults: readonly ReadingFault[],
  isHidden?: boolean,
) => void;

/** The user's choices for reading a file. If a choice is absent, it is detected from the file. */
export interface ReadingChoice {
  readonly encoding?: ImportReading['Encoding'] | undefined;
  readonly headingRow?: number | undefined;
  readonly sheet?: string | undefined;
  /** Numbers of rows that are data although they look like a part of a printed form. */
  readonly keepRows?: readonly number[] | undefined;
  readonly known: KnownHeadings;
}

export interface FileTable {
  readonly headings: readonly string[];
  /** A few different values of each column, which show the user what the column contains. */
  readonly samples: readonly (readonly string[])[];
  readonly rows: number;
  /** The rows, `chunkRows` at a time, as gzipped JSON. */
  readonly chunks: readonly Uint8Array[];
  readonly reading: ImportReading & ImportNotes;
}

export type FileFault =
  | 'NO_SUCH_HEADING_ROW'
  | 'NO_SUCH_SHEET'
  | 'NOT_A_TABLE'
  | 'TABLE_BROKEN'
  | 'TABLE_PROTECTED'
  | 'TABLE_EMPTY'
  | 'TABLE_HIDDEN'
  | 'TABLE_IS_MARKUP'
  | 'TABLE_TOO_LARGE'
  | 'TABLE_TOO_SLOW'
  | 'TEXT_FILE_HAS_NULS'
  | 'TEXT_FILE_TOO_LARGE'
  | 'OLD_WORKBOOK_TOO_LARGE';
/** Called between two pieces of a file. Throws when the time limit of reading is over. */
export type RequireTime = () => void;

/**
 * Maximum length of the name of a sheet, a style or a part of a workbook, in characters. Longer names would fill the
 * memory.
 */
const nameLettersMax = 1000;

export class FileRefused extends Error {
  override name = 'FileRefused';
  constructor(readonly code: FileFault) {
    super(code);
  }
}

/** Refuses the file if one of its names is longer than any program writes. */
export const requireShortNames = (...names: readonly string[]): void => {
  if (names.some(({ length }) => length > nameLettersMax)) throw new FileRefused('TABLE_TOO_LARGE');
};

/** Maximum number of rows of a sheet, blank ones included. A text file with more rows would take too much time. */
export const sheetRowsMax = 1_048_576;

/**
 * Number of rows that are processed at once. Checking or writing so many rows causes no noticeable delay for other
 * requests.
 */
const chunkRows = 100;
/**
 * Maximum number of characters of a chunk. A chunk of long texts has fewer rows, because the main thread decompresses
 * it.
 */
const chunkLettersMax = 1_000_000;
/**
 * Maximum number of characters of a row, and of all rows. Cells of a workbook may share one long text, so a short file
 * may become a huge table.
 */
export const rowLettersMax = 1_000_000;
const tableLettersMax = 100_000_000;
/** Maximum size of all compressed chunks, bytes. Random data, which hardly compresses, would otherwise fill the memory. */
const chunksBytesMax = 40_000_000;
const samplesMax = 3;
const sampleLengthMax = 60;
const headingLengthMax = 200;

/** Maximum number of rows with totals and signatures at the end of a table. */
const footerRowsMax = 11;
/** Maximum number of left-out rows per reason that a remark for the user names. */
const namedRowsMax = 10;

const countLetters = (cells: readonly FileCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 1), 0);

const cutTrimmed = (text: string, length: number): string => cutText(text.trim(), length);

/** Value of the heading row's number for a file without headings. */
export const noHeadings = 0;

/** Number of cells of each first row that the dialog of headings shows, and the number of characters of a cell. */
const shownCellsMax = 12;
const shownLengthMax = 40;

const toShownRow = ({ row, cells }: Pick<FileRow, 'row' | 'cells'>) => ({
  Row: row,
  Cells: cells.slice(0, shownCellsMax).map(cell => cutTrimmed(String(cell ?? ''), shownLengthMax)),
});

interface TableOptions extends Pick<ReadingChoice, 'headingRow' | 'keepRows' | 'known'> {
  /**
   * Whether values beyond the last heading, or too few values, are a fault of their row. Otherwise further values are
   * columns without a heading.
   */
  readonly isWidthFixed: boolean;
  /** True: dates of the workbook are numbers of days since 1904. Otherwise since 1900. */
  readonly since1904?: boolean;
}

/**
 * Takes rows one by one and stores them compressed. Leaves out rows without values, and rows above the headings.
 * The first rows are kept uncompressed until the heading row is known.
 */
export class TableBuilder {
  readonly #options: TableOptions;
  #first: FileRow[] = [];
  #firstRows: ImportReading['FirstRows'] = [];
  #headingRow = noHeadings;
  #headingsNote: ImportNotes['Headings'] = null;
  #headings: string[] | undefined;
  /** Number of cells of the heading row, blank ones at its end included. */
  #headingCells = 0;
  /** Number of columns that each row of a text file must have. */
  #columns = 0;
  /** Number of values of each row of a text file, blank ones included, in the order of the rows. */
  readonly #widths: number[] = [];
  /** Number of known headings in the heading row. The sheet with the most is proposed for the import. */
  knownCount = 0;
  readonly #samples: Set<string>[] = [];
  readonly #chunks: Uint8Array[] = [];
  readonly #chunkRows: number[] = [];
  #waiting: FileRow[] = [];
  #waitingLetters = 0;
  #packed = 0;
  #letters = 0;
  #rows = 0;
  /** Keys (`rowKey`) of the heading row and of the rows above it. A printed form repeats these rows on each page. */
  readonly #pageHead = new Set<string>();
  /** Rows that look like a part of a printed form, in the order of the file. */
  readonly #leftOut: NonNullable<ImportReading['LeftOut']>[number][] = [];
  readonly #leftRows = new Map<FormRowReason, { readonly rows: number[]; count: number }>();

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** Number of rows that were added below the headings so far. */
  get rows(): number {
    this.#begin();
    return this.#rows;
  }

  add(row: number, cells: readonly FileCell[], faults: readonly ReadingFault[] = []): void {
    if (!cells.some(isFilled) && faults.length === 0) return;
    if (cells.findLastIndex(isFilled) >= importColumnsMax) throw new FileRefused('TABLE_TOO_LARGE');
    const letters = countLetters(cells);
    this.#letters += letters;
    if (letters > rowLettersMax || this.#letters > tableLettersMax) throw new FileRefused('TABLE_TOO_LARGE');
    const fileRow: FileRow = { row, cells, ...(faults.length > 0 && { faults }) };
    if (this.#headings !== undefined) this.#take(fileRow, letters);
    else if (this.#first.push(fileRow) === firstRowsMax) this.#begin();
  }

  #begin(): void {
    const rows = this.#first;
    if (this.#headings !== undefined || rows.length === 0) return;
    this.#first = [];
    const proposed = proposeHeadings(rows, this.#options.known);
    const { headingRow: wantedHeadingRow } = this.#options;
    const wantedIndex = rows.findIndex(({ row }) => row === wantedHeadingRow);
    if (wantedIndex < 0 && wantedHeadingRow !== undefined && wantedHeadingRow !== noHeadings)
      throw new FileRefused('NO_SUCH_HEADING_ROW');
    const at = wantedHeadingRow === undefined ? proposed.at : wantedIndex;
    const headingRow = rows[at];
    this.knownCount = proposed.knownCount;
    this.#headingRow = headingRow?.row ?? noHeadings;
    // Without headings, the first row determines the number of columns.
    this.#headingCells = (headingRow ?? (rows[0] as FileRow)).cells.length;
    const headings = (headingRow ? headingsOfRow(rows, at, this.#options.known) : []).map(heading =>
      cutTrimmed(heading, headingLengthMax),
    );
    // A separator after the last heading begins no column.
    this.#headings = headings.slice(0, headings.findLastIndex(heading => heading !== '') + 1);
    this.#columns = headingRow ? this.#headings.length : this.#headingCells;
    if (wantedHeadingRow === undefined && proposed.knownCount === 0)
      this.#headingsNote = headingRow ? 'unknown' : 'none';
    this.#firstRows = rows.map(toShownRow);
    if (headingRow && (proposed.knownCount > 0 || wantedHeadingRow !== undefined))
      for (const { cells } of rows.slice(0, at + 1)) this.#pageHead.add(rowKey(cells));
    // A fault of the whole heading row is reported like that of a data row. So an unclosed quote in the headings is not
    // lost.
    if (headingRow?.faults?.some(({ column }) => column === undefined)) this.#take({ ...headingRow, cells: [] }, 0);
    for (const row of rows.slice(at + 1)) this.#take(row, countLetters(row.cells));
  }

  /** Returns the reason why a row is no data but a part of the printed form. Undefined: the row is data. */
  #formRowOf({ cells, faults }: FileRow): FormRowReason | undefined {
    if (this.#headingRow === noHeadings || faults?.some(({ grave }) => grave)) return undefined;
    const key = rowKey(cells);
    if (key !== '' && this.#pageHead.has(key)) return 'headings';
    if (isDrawnLine(cells)) return 'line';
    if (this.#rows > 0 || !isNumbering(cells, this.#headings?.length ?? 0)) return undefined;
    this.#pageHead.add(key);
    return 'numbering';
  }

  #take(row: FileRow, letters: number): void {
    const formRow = this.#formRowOf(row);
    const isForcedData = formRow !== undefined && this.#isKept(row);
    if (isForcedData) this.#leftOut.push({ ...toShownRow(row), Imported: true });
    if (formRow !== undefined && !isForcedData) {
      const leftRows = this.#leftRows.get(formRow) ?? { rows: [], count: 0 };
      this.#leftRows.set(formRow, leftRows);
      leftRows.count += 1;
      if (leftRows.rows.length < namedRowsMax) {
        leftRows.rows.push(row.row);
        this.#leftOut.push({ ...toShownRow(row), Imported: false });
      }
      return;
    }
    this.#rows += 1;
    if (this.#rows > importRowsMax) throw new FileRefused('TABLE_TOO_LARGE');
    const width = row.cells.findLastIndex(isFilled) + 1;
    const headings = this.#headings as string[];
    const isTooWide = this.#options.isWidthFixed && width > headings.length && row.cells.length > this.#headingCells;
    if (!isTooWide) while (headings.length < width) headings.push('');
    const tooWide: ReadingFault = {
      message: 'tooManyValues',
      values: { count: width, headings: headings.length },
      grave: true,
    };
    const faults = [...(row.faults ?? []), ...(isTooWide ? [tooWide] : [])];
    // The values of a row with an error are unclear already, so their number tells nothing.
    if (this.#options.isWidthFixed)
      this.#widths.push(faults.some(({ grave }) => grave) ? this.#columns : row.cells.length);
    // Rows at the end may be totals and signatures. So the last rows are packed only when the end of the file is known.
    const packableRows = this.#waiting.length - footerRowsMax;
    if (packableRows >= chunkRows || this.#waitingLetters > chunkLettersMax)
      this.#pack(Math.min(packableRows, chunkRows));
    this.#waiting.push({
      row: row.row,
      cells: row.cells.slice(0, width),
      ...(faults.length > 0 && { faults }),
      ...(this.#options.since1904 && { since1904: true }),
    });
    this.#waitingLetters += letters;
  }

  #isKept({ row }: FileRow): boolean {
    return this.#options.keepRows?.includes(row) ?? false;
  }

  /** Leaves out totals and signatures at the end of the table, except the rows that the user chose to keep. */
  #leaveTotals(): ImportNotes['Totals'] {
    const tail = this.#waiting.slice(-footerRowsMax);
    const headings = this.#headings ?? [];
    const namedHeadings = headings.filter(heading => heading !== '').length;
    const at = indexOfFooter(tail, this.#headingRow === noHeadings ? headings.length : namedHeadings);
    const footerRows = at < 0 ? [] : tail.slice(at);
    if (footerRows.length === 0 || footerRows.length >= this.#rows) return null;
    for (const each of footerRows) this.#leftOut.push({ ...toShownRow(each), Imported: this.#isKept(each) });
    const leftRows = footerRows.filter(each => !this.#isKept(each));
    const [row] = leftRows;
    if (!row) return null;
    const keptRows = footerRows.filter(each => this.#isKept(each));
    this.#waiting.splice(-footerRows.length, footerRows.length, ...keptRows);
    this.#widths.splice(-footerRows.length, footerRows.length, ...keptRows.map(() => this.#columns));
    this.#rows -= leftRows.length;
    const LastRow = leftRows.at(-1)?.row ?? row.row;
    return { Row: row.row, Text: cutTrimmed(String(row.cells.find(isFilled)), shownLengthMax), LastRow };
  }

  /**
   * Adds the values of a row to the samples of its columns. Called for imported rows only, because a row of totals
   * would show values that no record gets.
   */
  #sample({ cells }: FileRow): void {
    for (const [at, cell] of cells.slice(0, this.#headings?.length).entries()) {
      const samples = this.#samples[at] ?? new Set();
      this.#samples[at] = samples;
      if (samples.size < samplesMax && isFilled(cell)) samples.add(cutTrimmed(String(cell), sampleLengthMax));
    }
  }

  #pack(count: number): void {
    const packedRows = this.#waiting.splice(0, count);
    if (packedRows.length === 0) return;
    for (const row of packedRows) this.#sample(row);
    const chunk = new Uint8Array(gzipSync(JSON.stringify(packedRows)));
    this.#packed += chunk.length;
    if (this.#packed > chunksBytesMax) throw new FileRefused('TABLE_TOO_LARGE');
    this.#chunks.push(chunk);
    this.#chunkRows.push(packedRows.length);
    this.#waitingLetters = this.#waiting.reduce((sum, { cells }) => sum + countLetters(cells), 0);
  }

  /** Adds faults to rows that have too few values. Which these are is known only when all rows are. */
  #markShortRows(): void {
    const shortRows = new Map(findShortRows(this.#widths, this.#columns).map(({ at, grave }) => [at, grave]));
    let from = 0;
    for (const [index, count] of this.#chunkRows.entries()) {
      const isShort = (_: unknown, at: number) => shortRows.has(from + at);
      if (Array.from({ length: count }).some(isShort)) {
        const rows = JSON.parse(gunzipSync(this.#chunks[index] as Uint8Array).toString('utf8')) as readonly FileRow[];
        const markedRows = rows.map((row, at): FileRow => {
          const grave = shortRows.get(from + at);
          if (grave === undefined) return row;
          const values = { count: this.#widths[from + at], headings: this.#columns };
          return { ...row, faults: [...(row.faults ?? []), { message: 'tooFewValues', values, grave }] };
        });
        this.#chunks[index] = new Uint8Array(gzipSync(JSON.stringify(markedRows)));
      }
      from += count;
    }
  }

  /**
   * Returns the whole table. `about`: facts on how the file was read, such as its encoding. Columns at the end with
   * neither heading nor value are left out.
   */
  end(about: Partial<Omit<ImportReading & ImportNotes, 'HeadingRow' | 'FirstRows' | 'LeftOut'>>): FileTable {
    this.#begin();
    const Totals = this.#leaveTotals();
    while (this.#waiting.length > 0) this.#pack(this.#waitingLetters > chunkLettersMax ? 1 : this.#waiting.length);
    this.#markShortRows();
    const headings = this.#headings ?? [];
    const samples = headings.map((_, at) => [...(this.#samples[at] ?? [])]);
    const width = headings.findLastIndex((heading, at) => heading !== '' || (samples[at] ?? []).length > 0) + 1;
    if (width === 0 || this.#rows === 0) throw new FileRefused('TABLE_EMPTY');
    return {
      headings: headings.slice(0, width),
      samples: samples.slice(0, width),
      rows: this.#rows,
      chunks: this.#chunks,
      reading: {
        Encoding: null,
        OtherEncodings: [],
        Sheet: null,
        Sheets: [],
        LeftSheets: [],
        HiddenSheets: [],
        HiddenColumns: [],
        Totals,
        LeftRows: [...this.#leftRows].map(([Reason, { rows, count }]) => ({ Reason, Rows: rows, Count: count })),
        Headings: this.#headingsNote,
        ...about,
        HeadingRow: this.#headingRow,
        FirstRows: this.#firstRows,
        LeftOut: this.#leftOut,
      },
    };
  }
}

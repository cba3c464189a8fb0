import { gzipSync } from 'node:zlib';
import { importColumnsMax, importRowsMax } from '../../../../src/contract/limits.ts';
import type { FieldMessage } from '../../../../src/contract/messages/index.ts';
import type { ImportNotes, ImportReading } from '../../../../src/contract/shapes/imports.ts';
import type { FileCell } from '../../../../src/schema/files/fileCell.ts';
import type { KnownHeadings } from '../../../../src/schema/headingText.ts';
import { cutText } from '../../../../src/schema/kinds/graphemes.ts';
import { firstRowsMax, headingsAt, proposeHeadings } from './headings.ts';

/** Fault of a row, found while reading the file. */
export interface ReadingFault {
  /** Index of the cell, from 0. Absent: the row as a whole. */
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
  /** Day numbers in the row count from 1904, not from 1900. */
  readonly since1904?: true;
}

/** Options for reading a file. An absent option is detected. */
export interface ReadingChoice {
  readonly encoding?: ImportReading['Encoding'] | undefined;
  readonly headingRow?: number | undefined;
  readonly sheet?: string | undefined;
  readonly known: KnownHeadings;
}

export interface FileTable {
  readonly headings: readonly string[];
  /** A few different values of each column. */
  readonly samples: readonly (readonly string[])[];
  readonly rows: number;
  /** The rows, `chunkRows` at a time, as gzipped JSON. */
  readonly chunks: readonly Uint8Array[];
  readonly reading: ImportReading & ImportNotes;
}

/** Reasons for refusing a file. */
export type FileFault =
  | 'NO_SUCH_HEADING_ROW'
  | 'NO_SUCH_SHEET'
  | 'NOT_A_TABLE'
  | 'TABLE_BROKEN'
  | 'TABLE_EMPTY'
  | 'TABLE_IS_MARKUP'
  | 'TABLE_TOO_LARGE'
  | 'TABLE_TOO_SLOW';
/** Called between two pieces of a file. Throws after the time limit. */
export type RequireTime = () => void;

export class FileRefused extends Error {
  override name = 'FileRefused';
  constructor(readonly code: FileFault) {
    super(code);
  }
}

/** Number of rows that are checked or written at once without a noticeable delay for others. */
const chunkRows = 100;
/** A chunk of long texts has fewer rows, because the main thread decompresses it. */
const chunkLettersMax = 1_000_000;
/**
 * Maximum number of letters of a row, and of all rows. Cells of a workbook may share one long text, so a short file may
 * become a huge table.
 */
export const rowLettersMax = 1_000_000;
const lettersMax = 100_000_000;
/** Maximum number of bytes of all chunks. Data that compresses worse is an attack on the memory. */
const packedMax = 40_000_000;
const samplesMax = 3;
const sampleLength = 60;
const headingLength = 200;

const isFilled = (cell: FileCell | undefined): cell is string | number | boolean =>
  cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '');

/** Beginning of the row of totals below a table. */
const totals = /^(?:итого|всего|(?:grand |sub)?totals?)(?![\p{L}\p{N}-])/iu;

/** Maximum number of rows below the totals that count as signatures, and of their values. */
const signatureRowsMax = 10;
const signatureCellsMax = 2;

const lettersOf = (cells: readonly FileCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 1), 0);

const beginningOf = (text: string, length: number): string => cutText(text.trim(), length);

/** Number of the heading row of a file without headings. */
export const noHeadings = 0;

/** Number of cells of a first row that are shown, and length of their texts. */
const shownCells = 12;
const shownLength = 40;

interface TableOptions extends Pick<ReadingChoice, 'headingRow' | 'known'> {
  /** Whether values beyond the last heading are a fault of their row. Otherwise they are columns without a heading. */
  readonly isWidthFixed: boolean;
  /** The workbook counts days from 1904. */
  readonly since1904?: boolean;
}

/**
 * Takes rows one by one and stores them compressed. Leaves out rows without values, and rows above the headings.
 * The first rows are kept until the heading row is known.
 */
export class TableMaker {
  readonly #options: TableOptions;
  #first: FileRow[] = [];
  #firstRows: ImportReading['FirstRows'] = [];
  #headingRow = noHeadings;
  #headingsNote: ImportNotes['Headings'] = null;
  #headings: string[] | undefined;
  /** Number of cells of the heading row, blank ones at its end included. */
  #headingCells = 0;
  /** Number of known headings. A table with more is more likely the one to import. */
  known = 0;
  readonly #samples: Set<string>[] = [];
  readonly #chunks: Uint8Array[] = [];
  #waiting: FileRow[] = [];
  #waitingLetters = 0;
  #packed = 0;
  #letters = 0;
  #rows = 0;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** Number of rows below the headings so far. */
  get rows(): number {
    this.#begin();
    return this.#rows;
  }

  add(row: number, cells: readonly FileCell[], faults: readonly ReadingFault[] = []): void {
    if (!cells.some(isFilled) && faults.length === 0) return;
    if (cells.findLastIndex(isFilled) >= importColumnsMax) throw new FileRefused('TABLE_TOO_LARGE');
    const letters = lettersOf(cells);
    this.#letters += letters;
    if (letters > rowLettersMax || this.#letters > lettersMax) throw new FileRefused('TABLE_TOO_LARGE');
    const each: FileRow = { row, cells, ...(faults.length > 0 && { faults }) };
    if (this.#headings !== undefined) this.#take(each, letters);
    else if (this.#first.push(each) === firstRowsMax) this.#begin();
  }

  /** Decides which of the first rows has the headings. The rows below it are data. */
  #begin(): void {
    const rows = this.#first;
    if (this.#headings !== undefined || rows.length === 0) return;
    this.#first = [];
    const proposed = proposeHeadings(rows, this.#options.known);
    const { headingRow: wanted } = this.#options;
    const chosen = rows.findIndex(({ row }) => row === wanted);
    if (chosen < 0 && wanted !== undefined && wanted !== noHeadings) throw new FileRefused('NO_SUCH_HEADING_ROW');
    const at = wanted === undefined ? proposed.at : chosen;
    const headingRow = rows[at];
    this.known = proposed.known;
    this.#headingRow = headingRow?.row ?? noHeadings;
    // Without headings the first row gives the number of columns.
    this.#headingCells = (headingRow ?? (rows[0] as FileRow)).cells.length;
    const headings = headingRow ? headingsAt(rows, at).map(heading => beginningOf(heading, headingLength)) : [];
    // A separator after the last heading begins no column.
    this.#headings = headings.slice(0, headings.findLastIndex(heading => heading !== '') + 1);
    if (wanted === undefined && proposed.known === 0) this.#headingsNote = headingRow ? 'unknown' : 'none';
    this.#firstRows = rows.map(({ row, cells }) => ({
      Row: row,
      Cells: cells.slice(0, shownCells).map(cell => beginningOf(String(cell ?? ''), shownLength)),
    }));
    // Faults of the whole heading row are reported like those of a data row.
    if (headingRow?.faults?.some(({ column }) => column === undefined)) this.#take({ ...headingRow, cells: [] }, 0);
    for (const row of rows.slice(at + 1)) this.#take(row, lettersOf(row.cells));
  }

  #take(row: FileRow, letters: number): void {
    this.#rows += 1;
    if (this.#rows > importRowsMax) throw new FileRefused('TABLE_TOO_LARGE');
    const width = row.cells.findLastIndex(isFilled) + 1;
    const headings = this.#headings as string[];
    const isTooWide = this.#options.isWidthFixed && width > headings.length && row.cells.length > this.#headingCells;
    if (!isTooWide) while (headings.length < width) headings.push('');
    for (const [at, cell] of row.cells.slice(0, headings.length).entries()) {
      const known = this.#samples[at] ?? new Set();
      this.#samples[at] = known;
      if (known.size < samplesMax && isFilled(cell)) known.add(beginningOf(String(cell), sampleLength));
    }
    const tooWide: ReadingFault = {
      message: 'tooManyValues',
      values: { count: width, headings: headings.length },
      grave: true,
    };
    const faults = [...(row.faults ?? []), ...(isTooWide ? [tooWide] : [])];
    if (this.#waiting.length === chunkRows || this.#waitingLetters > chunkLettersMax) this.#pack();
    this.#waiting.push({
      row: row.row,
      cells: row.cells.slice(0, width),
      ...(faults.length > 0 && { faults }),
      ...(this.#options.since1904 && { since1904: true }),
    });
    this.#waitingLetters += letters;
  }

  /**
   * Leaves out a row of totals at the end: its text begins as one, and most of its cells are empty. Signatures below the
   * totals are left out too. They have at most two values, which is too few for a record.
   */
  #leaveTotals(): ImportNotes['Totals'] {
    const filledOf = ({ cells }: FileRow) => cells.filter(isFilled);
    const isSignature = (row: FileRow) => filledOf(row).length <= signatureCellsMax && !row.faults;
    const tail = this.#waiting.slice(-signatureRowsMax - 1);
    const isTotals = (row: FileRow) => totals.test(String(filledOf(row)[0] ?? '').trim());
    const at = tail.findLastIndex(isTotals);
    const row = tail[at];
    const headings = this.#headings ?? [];
    const named = headings.filter(heading => heading !== '').length;
    if (!row || filledOf(row).length * 2 > (this.#headingRow === noHeadings ? headings.length : named)) return null;
    const left = tail.slice(at);
    if (left.length >= this.#rows || !left.slice(1).every(isSignature)) return null;
    this.#waiting.splice(-left.length);
    this.#rows -= left.length;
    const LastRow = left.at(-1)?.row ?? row.row;
    return { Row: row.row, Text: beginningOf(String(filledOf(row)[0]), shownLength), LastRow };
  }

  #pack(): void {
    if (this.#waiting.length > 0) {
      const chunk = new Uint8Array(gzipSync(JSON.stringify(this.#waiting)));
      this.#packed += chunk.length;
      if (this.#packed > packedMax) throw new FileRefused('TABLE_TOO_LARGE');
      this.#chunks.push(chunk);
    }
    this.#waiting = [];
    this.#waitingLetters = 0;
  }

  /**
   * Returns the whole table. `about`: how its file was read. Columns at the end with neither heading nor value are left
   * out.
   */
  end(about: Partial<Omit<ImportReading & ImportNotes, 'HeadingRow' | 'FirstRows'>>): FileTable {
    this.#begin();
    const Totals = this.#leaveTotals();
    this.#pack();
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
        Headings: this.#headingsNote,
        ...about,
        HeadingRow: this.#headingRow,
        FirstRows: this.#firstRows,
      },
    };
  }
}

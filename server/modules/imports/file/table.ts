import { gzipSync } from 'node:zlib';
import { importColumnsMax, importRowsMax } from '../../../../src/contract/limits.ts';
import type { FieldMessage } from '../../../../src/contract/messages/index.ts';
import type { ImportNotes, ImportReading } from '../../../../src/contract/shapes/imports.ts';
import type { FileCell } from '../../../../src/kinds/fileCell.ts';
import { cutText } from '../../../../src/kinds/graphemes.ts';
import type { KnownHeadings } from '../../../../src/resources/headingText.ts';
import { firstRowsMax, headingsAt, proposeHeadings } from './headings.ts';

/** Fault of a row, found while the file was read. */
export interface ReadingFault {
  /** Place of the cell, from 0; absent: the row as a whole. */
  readonly column?: number;
  readonly message: FieldMessage;
  readonly values?: Readonly<Record<string, unknown>>;
  /** Nothing is imported while there is one of these. */
  readonly grave: boolean;
}

/** A row of a file with its number, as a spreadsheet counts: the headings are usually row 1. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly FileCell[];
  readonly faults?: readonly ReadingFault[];
  /** Day numbers in the row count from 1904, not from 1900. */
  readonly since1904?: true;
}

/** How a file is to be read; what is absent is found out. */
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
  /** The rows, `chunkRows` at a time, as JSON packed by gzip. */
  readonly chunks: readonly Uint8Array[];
  readonly reading: ImportReading & ImportNotes;
}

/** Why a file is not taken. */
export type FileFault =
  | 'NO_SUCH_HEADING_ROW'
  | 'NO_SUCH_SHEET'
  | 'NOT_A_TABLE'
  | 'TABLE_BROKEN'
  | 'TABLE_EMPTY'
  | 'TABLE_IS_MARKUP'
  | 'TABLE_TOO_LARGE'
  | 'TABLE_TOO_SLOW';
/** Asked between two pieces of a file; throws once it has taken longer than a file may. */
export type RequireTime = () => void;

export class FileRefused extends Error {
  override name = 'FileRefused';
  constructor(readonly code: FileFault) {
    super(code);
  }
}

/** As many as are checked or written without anybody else having to wait. */
const chunkRows = 100;
/** A chunk of long texts has fewer rows: it is unpacked where everybody is served. */
const chunkLettersMax = 1_000_000;
/** Letters of a row, and of all: cells of a workbook may share one long text, so that a short file becomes a huge table. */
export const rowLettersMax = 1_000_000;
const lettersMax = 100_000_000;
/** Bytes of all chunks: what is packed worse is meant to fill the memory. */
const packedMax = 40_000_000;
const samplesMax = 3;
const sampleLength = 60;
const headingLength = 200;

const isFilled = (cell: FileCell | undefined): cell is string | number | boolean =>
  cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '');

/** How the row of totals below a table begins. */
const totals = /^(?:итого|всего|(?:grand |sub)?totals?)(?![\p{L}\p{N}-])/iu;

const lettersOf = (cells: readonly FileCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 1), 0);

const beginningOf = (text: string, length: number): string => cutText(text.trim(), length);

/** Stands for the number of the row of headings where a file has none. */
export const noHeadings = 0;

/** Cells of a first row that are shown, and how long a text of theirs. */
const shownCells = 12;
const shownLength = 40;

interface TableOptions extends Pick<ReadingChoice, 'headingRow' | 'known'> {
  /** Values beyond the last heading are a fault of their row; else they are columns without a heading. */
  readonly isWidthFixed: boolean;
  /** The workbook counts days from 1904. */
  readonly since1904?: boolean;
}

/**
 * Takes rows one after the other, and keeps them packed. Rows without any value are left out, and those above the headings.
 * The first rows wait until it is known which of them has the headings.
 */
export class TableMaker {
  readonly #options: TableOptions;
  #first: FileRow[] = [];
  #firstRows: ImportReading['FirstRows'] = [];
  #headingRow = noHeadings;
  #headingsNote: ImportNotes['Headings'] = null;
  #headings: string[] | undefined;
  /** Cells of the row of the headings, blank ones at its end included. */
  #headingCells = 0;
  /** Headings of the table that are known; higher is more likely a table to import. */
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

  /** Rows below the headings so far. */
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

  /** Decides which of the first rows has the headings; the rows below it are data. */
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
    // Without headings the first row says how many columns there are.
    this.#headingCells = (headingRow ?? (rows[0] as FileRow)).cells.length;
    const headings = headingRow ? headingsAt(rows, at).map(heading => beginningOf(heading, headingLength)) : [];
    // A separator behind the last heading begins no column.
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

  /** Leaves out the last row if it is one of totals: it begins as one, and most of its cells are empty. */
  #leaveTotals(): ImportNotes['Totals'] {
    const last = this.#waiting.at(-1);
    const filled = last?.cells.filter(isFilled) ?? [];
    const text = beginningOf(String(filled[0] ?? ''), shownLength);
    const headings = this.#headings ?? [];
    const named = headings.filter(heading => heading !== '').length;
    const isSparse = filled.length * 2 <= (this.#headingRow === noHeadings ? headings.length : named);
    if (!last || this.#rows < 2 || !isSparse || !totals.test(text)) return null;
    this.#waiting.pop();
    this.#rows -= 1;
    return { Row: last.row, Text: text };
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

  /** The whole table; `about`: how its file was read. Columns at its end with neither heading nor value are left out. */
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

import { gzipSync } from 'node:zlib';
import { importColumnsMax, importRowsMax } from '../../../../src/contract/limits.ts';
import type { FileCell } from '../../../../src/kinds/fileCell.ts';

/** A row of a file with its number, as a spreadsheet counts: the headings are usually row 1. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly FileCell[];
}

export interface FileTable {
  readonly headings: readonly string[];
  /** A few different values of each column. */
  readonly samples: readonly (readonly string[])[];
  readonly rows: number;
  /** The rows, `chunkRows` at a time, as JSON packed by gzip. */
  readonly chunks: readonly Uint8Array[];
}

/** Why a file is not taken. */
export type FileFault = 'NOT_A_TABLE' | 'TABLE_BROKEN' | 'TABLE_EMPTY' | 'TABLE_TOO_LARGE' | 'TABLE_TOO_SLOW';
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
const samplesMax = 3;
const sampleLength = 60;
const headingLength = 200;

const isFilled = (cell: FileCell | undefined): cell is string | number | boolean =>
  cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '');

const lettersOf = (cells: readonly FileCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 1), 0);

/** The beginning of a text, without half of a letter at its end. */
const beginningOf = (text: string, length: number): string =>
  text
    .trim()
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '');

/** Takes rows one after the other, and keeps them packed. Rows without any value are left out. */
export class TableMaker {
  #headings: readonly string[] | undefined;
  readonly #samples: Set<string>[] = [];
  readonly #chunks: Uint8Array[] = [];
  #waiting: FileRow[] = [];
  #waitingLetters = 0;
  #letters = 0;
  #rows = 0;

  get hasRows(): boolean {
    return this.#rows > 0;
  }

  add(row: number, cells: readonly FileCell[]): void {
    if (!cells.some(isFilled)) return;
    if (cells.findLastIndex(isFilled) >= importColumnsMax) throw new FileRefused('TABLE_TOO_LARGE');
    const letters = lettersOf(cells);
    this.#letters += letters;
    if (letters > rowLettersMax || this.#letters > lettersMax) throw new FileRefused('TABLE_TOO_LARGE');
    if (this.#headings === undefined) this.#begin(cells);
    else this.#take({ row, cells: cells.slice(0, this.#headings.length) }, letters);
  }

  #begin(cells: readonly FileCell[]): void {
    const width = cells.findLastIndex(isFilled) + 1;
    this.#headings = Array.from({ length: width }, (_, at) => beginningOf(String(cells[at] ?? ''), headingLength));
    for (const _ of this.#headings) this.#samples.push(new Set());
  }

  #take(row: FileRow, letters: number): void {
    this.#rows += 1;
    if (this.#rows > importRowsMax) throw new FileRefused('TABLE_TOO_LARGE');
    for (const [at, cell] of row.cells.entries()) {
      const known = this.#samples[at];
      if (known && known.size < samplesMax && isFilled(cell)) known.add(beginningOf(String(cell), sampleLength));
    }
    this.#waiting.push(row);
    this.#waitingLetters += letters;
    if (this.#waiting.length === chunkRows || this.#waitingLetters > chunkLettersMax) this.#pack();
  }

  #pack(): void {
    if (this.#waiting.length > 0) this.#chunks.push(new Uint8Array(gzipSync(JSON.stringify(this.#waiting))));
    this.#waiting = [];
    this.#waitingLetters = 0;
  }

  end(): FileTable {
    this.#pack();
    if (this.#headings === undefined || this.#rows === 0) throw new FileRefused('TABLE_EMPTY');
    return {
      headings: this.#headings,
      samples: this.#samples.map(found => [...found]),
      rows: this.#rows,
      chunks: this.#chunks,
    };
  }
}

import { isStorable } from '../../../../src/kinds/storable.ts';
import { FileRefused } from './table.ts';

/** Letters that a cell of a spreadsheet can hold. */
export const cellLettersMax = 32_767;
/** Shared texts of a workbook: their number, and their bytes in UTF-8. */
const textsMax = 2_000_000;
const bytesMax = 40_000_000;

/**
 * Texts of XLSX write characters that XML cannot hold, and line ends, as `_x000D_` (ECMA-376, ST_Xstring). What no database
 * holds stays written so: NUL and half of a surrogate pair.
 */
export const unescaped = (text: string): string => {
  // Few texts have one, and a workbook has millions of texts.
  if (!text.includes('_x')) return text;
  return text.replace(/(?:_x[0-9a-fA-F]{4}_)+/g, run => {
    const codes = run.match(/[0-9a-fA-F]{4}(?=_)/g) ?? [];
    const characters = String.fromCharCode(...codes.map(code => Number.parseInt(code, 16)));
    return isStorable(characters) ? characters : run;
  });
};

/** The text of a cell as it comes in pieces, never longer than a cell may hold. */
export class CellText {
  #text = '';

  add(piece: string): void {
    this.#text += piece;
    if (this.#text.length > cellLettersMax) throw new FileRefused('TABLE_TOO_LARGE');
  }

  /** The text so far; the next one begins. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** Many texts in one block of memory: as strings they would keep the pieces of the file that they were cut from. */
export class TextStore {
  #bytes = Buffer.alloc(64 * 1024);
  #ends = new Uint32Array(1024);
  #count = 0;
  #end = 0;

  add(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.#count === textsMax || this.#end + length > bytesMax) throw new FileRefused('TABLE_TOO_LARGE');
    if (this.#end + length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#end + length));
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#bytes.write(text, this.#end);
    this.#end += length;
    this.#ends[this.#count] = this.#end;
    this.#count += 1;
  }

  /** Null: there is no such text. */
  at(place: number): string | null {
    if (!Number.isInteger(place) || place < 0 || place >= this.#count) return null;
    return this.#bytes.toString('utf8', place === 0 ? 0 : this.#ends[place - 1], this.#ends[place]);
  }
}

import { isStorable } from '../../../../src/schema/kinds/storable.ts';
import { FileRefused } from './table.ts';

/** Maximum number of characters in a spreadsheet cell. */
export const cellLettersMax = 32_767;
/** Maximum number of texts that the cells of a workbook share, and of the bytes of these texts in UTF-8. */
const textsMax = 2_000_000;
const bytesMax = 40_000_000;

/**
 * Decodes escapes such as `_x000D_`, which XLSX uses for characters that XML cannot hold, and for line ends (ECMA-376,
 * ST_Xstring).
 * Characters that no database holds stay escaped: NUL and half of a surrogate pair.
 */
export const decodeEscapes = (text: string): string => {
  // The search for `_x` is fast. A workbook has millions of texts, and few of them have an escape.
  if (!text.includes('_x')) return text;
  return text.replace(/(?:_x[0-9a-fA-F]{4}_)+/g, run => {
    const codes = run.match(/[0-9a-fA-F]{4}(?=_)/g) ?? [];
    const characters = String.fromCharCode(...codes.map(code => Number.parseInt(code, 16)));
    return isStorable(characters) ? characters : run;
  });
};

/** The text of a cell, collected from pieces. A text longer than a cell may hold is refused. */
export class CellText {
  #text = '';

  add(piece: string): void {
    this.#text += piece;
    if (this.#text.length > cellLettersMax) throw new FileRefused('TABLE_TOO_LARGE');
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/**
 * Stores many texts in one block of memory. As strings they would keep the pieces of the file in memory from which they
 * were cut.
 */
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

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined;
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]);
  }
}

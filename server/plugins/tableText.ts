import { Readable } from 'node:stream';
import type { RowStream } from '../context.ts';

/**
 * Number of pieces that the time limit is divided into. A stalled process misses the end of one piece, and only that
 * piece counts.
 */
const limitPieces = 10;

/**
 * A table, or an array of rows, as JSON, batch by batch. A client must take each batch within the limit, so that
 * reading a byte now and then does not hold a database connection.
 * Time in which this process stands still does not count.
 */
export class TableText extends Readable {
  readonly #rows: RowStream;
  #before: string;
  #separator = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(rows: RowStream) {
    super({ highWaterMark: 1 });
    this.#rows = rows;
    this.#before = rows.total === undefined ? '[' : '{"Items":[';
  }

  /** Called when the previous chunk was taken. */
  override _read(): void {
    clearTimeout(this.#timer);
    this.#rows.next().then(
      rows => this.#give(rows),
      error => this.destroy(error),
    );
  }

  #await(pieces: number): void {
    if (pieces === 0) {
      this.destroy(new Error('The reader takes nothing'));
      return;
    }
    this.#timer = setTimeout(() => this.#await(pieces - 1), this.#rows.sendTimeoutMs / limitPieces).unref();
  }

  #give(rows: readonly object[]): void {
    if (this.destroyed) return;
    this.#await(limitPieces);
    if (rows.length === 0) {
      const { total } = this.#rows;
      this.push(`${this.#before}]${total === undefined ? '' : `,"Total":${total}}`}`);
      this.push(null);
      return;
    }
    const text = this.#before + this.#separator + rows.map(row => JSON.stringify(row)).join(',');
    this.#before = '';
    this.#separator = ',';
    this.push(text);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer);
    done(error);
  }
}

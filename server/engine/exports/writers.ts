import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { ExportFormat } from '../../../src/contract/states.ts';
import { csvHead } from '../../../src/schema/files/csv.ts';
import { csvRow } from '../../../src/schema/files/csvRow.ts';
import { type About, type SheetColumn, widthOf } from '../../../src/schema/files/sheet.ts';
import type { ExportCell, Reader } from '../../../src/schema/kinds/cell.ts';
import type { Row } from '../../../src/schema/kinds/value.ts';
import { type FileColumn, fileCells } from '../../../src/schema/sheet.ts';
import { WorkbookStream } from './xlsx.ts';

type Cells = readonly (readonly ExportCell[])[];
type Rows = readonly Row[];

interface CellsHead {
  readonly title: string;
  readonly locale: Locale;
  readonly columns: readonly Omit<SheetColumn, 'width'>[];
}
interface FileHead extends CellsHead {
  readonly columns: readonly FileColumn[];
  readonly reader: Reader;
}

/** Sends a part of the file. `fileBytes`: its decompressed size. Waits until there is room for the next part. */
export type SendPart = (bytes: Uint8Array, fileBytes?: number) => Promise<void>;

/** Writer of a file format. `first`: the first rows, which determine the widths of columns. */
interface Writer<Taken> {
  readonly add: (rows: Taken) => Promise<void>;
  readonly end: (about: About) => Promise<void>;
}
type OpenCells = (head: CellsHead, first: Cells, give: SendPart) => Writer<Cells>;
type Open = (head: FileHead, first: Rows, give: SendPart) => Writer<Rows>;

const overCells =
  (open: OpenCells): Open =>
  (head, first, give) => {
    const cellsOf = (rows: Rows) => rows.map(row => fileCells(head.columns, row, head.reader));
    const writer = open(head, cellsOf(first), give);
    return { ...writer, add: rows => writer.add(cellsOf(rows)) };
  };

const chunkBytes = 1024 * 1024;
const pack = promisify(gzip);

/** CSV is stored compressed, at a tenth of its size. */
const csv: Open = ({ locale, columns, reader }, _first, give) => {
  const lineOf = csvRow(columns, reader);
  const labels = columns.map(({ label }) => label);
  let lines = [Buffer.from(csvHead(labels, locale))];
  let bytes = 0;
  // Compression runs in parallel with the next piece.
  let before: Promise<void> = Promise.resolve();
  const send = async (): Promise<void> => {
    const plain = Buffer.concat(lines);
    const packed = pack(plain, { level: constants.Z_BEST_SPEED });
    [lines, bytes] = [[], 0];
    await before;
    before = packed.then(whole => give(whole, plain.length));
    // Avoids an unhandled rejection. The next call that awaits `before` throws the error.
    before.catch(() => undefined);
  };
  return {
    add: async rows => {
      let text = '';
      for (const row of rows) text += lineOf(row);
      // The text is converted to bytes at once. As a string of many pieces it would survive several garbage
      // collections.
      const line = Buffer.from(text);
      lines.push(line);
      bytes += line.length;
      if (bytes > chunkBytes) await send();
    },
    end: async () => {
      await send();
      await before;
    },
  };
};

export const openWorkbook: OpenCells = ({ title, locale, columns }, first, give) => {
  const labels = columns.map(({ label }) => label);
  const widths = labels.map((label, column) => widthOf(label, first, column));
  const book = new WorkbookStream({ title, locale, labels, widths });
  const sending = (async () => {
    let parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of book.output as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      if (bytes < chunkBytes) continue;
      await give(Buffer.concat(parts));
      [parts, bytes] = [[], 0];
    }
    await give(Buffer.concat(parts));
  })();
  const failure = sending.then(
    () => new Promise<never>(() => undefined),
    error => Promise.reject(error),
  );
  failure.catch(() => undefined);
  return {
    add: rows => Promise.race([book.add(rows), failure]),
    end: async about => {
      book.end(about);
      await sending;
    },
  };
};

const fontFile = '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf';

const openPdf: OpenCells = ({ title, locale, columns }, _first, give) => {
  const cells: (readonly ExportCell[])[] = [];
  return {
    add: async rows => {
      cells.push(...rows);
    },
    end: async about => {
      const [{ pdfOf }, font] = await Promise.all([
        import('../../../src/schema/files/pdf.ts'),
        readFile(createRequire(import.meta.url).resolve(fontFile)),
      ]);
      const sized = columns.map((column, at) => ({ ...column, width: widthOf(column.label, cells, at) }));
      const bytes = pdfOf({ title, locale, columns: sized, rows: cells, about }, font);
      for (let from = 0; from < bytes.length; from += chunkBytes) await give(bytes.slice(from, from + chunkBytes));
    },
  };
};

export const openWriter: { readonly [Format in ExportFormat]: Open } = {
  csv,
  xlsx: overCells(openWorkbook),
  pdf: overCells(openPdf),
};

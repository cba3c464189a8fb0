import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { ExportFormat } from '../../../src/contract/states.ts';
import { csvHeaderLine, csvRowWriter } from '../../../src/schema/files/csv.ts';
import { columnWidthCh, type OriginLines, type SheetColumn } from '../../../src/schema/files/sheet.ts';
import type { DisplayContext, ExportCell } from '../../../src/schema/kinds/cell.ts';
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
  readonly displayContext: DisplayContext;
}

/**
 * Sends a part of the file, then waits until there is room for the next part. `fileBytes`: size of the part before
 * compression.
 */
export type SendPart = (bytes: Uint8Array, fileBytes?: number) => Promise<void>;

/** Writer of a file format. `firstRows`: the first rows, which determine the widths of columns. */
interface Writer<Content> {
  readonly add: (rows: Content) => Promise<void>;
  readonly end: (about: OriginLines) => Promise<void>;
}
type OpenCellWriter = (head: CellsHead, firstRows: Cells, sendPart: SendPart) => Writer<Cells>;
type OpenRowWriter = (head: FileHead, firstRows: Rows, sendPart: SendPart) => Writer<Rows>;

const fromCellWriter =
  (openCellWriter: OpenCellWriter): OpenRowWriter =>
  (head, firstRows, sendPart) => {
    const cellsOf = (rows: Rows) => rows.map(row => fileCells(head.columns, row, head.displayContext));
    const writer = openCellWriter(head, cellsOf(firstRows), sendPart);
    return { ...writer, add: rows => writer.add(cellsOf(rows)) };
  };

const chunkBytes = 1024 * 1024;
const gzipAsync = promisify(gzip);

/** Writes CSV, which is stored compressed, at a tenth of its size. */
const openCsv: OpenRowWriter = ({ locale, columns, displayContext }, _firstRows, sendPart) => {
  const lineOf = csvRowWriter(columns, displayContext);
  const labels = columns.map(({ label }) => label);
  let lines = [Buffer.from(csvHeaderLine(labels, locale))];
  let bytes = 0;
  // A part is compressed and sent while the rows of the next part are written.
  let previousSend: Promise<void> = Promise.resolve();
  const send = async (): Promise<void> => {
    const plainBytes = Buffer.concat(lines);
    const compression = gzipAsync(plainBytes, { level: constants.Z_BEST_SPEED });
    [lines, bytes] = [[], 0];
    await previousSend;
    previousSend = compression.then(compressedBytes => sendPart(compressedBytes, plainBytes.length));
    // Avoids an unhandled rejection. The next call that awaits `previousSend` throws the error.
    previousSend.catch(() => undefined);
  };
  return {
    add: async rows => {
      let text = '';
      for (const row of rows) text += lineOf(row);
      // The text is converted to bytes at once. As a string joined from many pieces it would stay in memory through
      // several garbage collections.
      const line = Buffer.from(text);
      lines.push(line);
      bytes += line.length;
      if (bytes > chunkBytes) await send();
    },
    end: async () => {
      await send();
      await previousSend;
    },
  };
};

export const openWorkbook: OpenCellWriter = ({ title, locale, columns }, firstRows, sendPart) => {
  const labels = columns.map(({ label }) => label);
  const widths = labels.map((label, column) => columnWidthCh(label, firstRows, column));
  const book = new WorkbookStream({ title, locale, labels, widths });
  const sending = (async () => {
    let parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of book.output as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      if (bytes < chunkBytes) continue;
      await sendPart(Buffer.concat(parts));
      [parts, bytes] = [[], 0];
    }
    await sendPart(Buffer.concat(parts));
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

const openPdf: OpenCellWriter = ({ title, locale, columns }, _firstRows, sendPart) => {
  const cells: (readonly ExportCell[])[] = [];
  return {
    add: async rows => {
      cells.push(...rows);
    },
    end: async originLines => {
      const [{ createPdf }, font] = await Promise.all([
        import('../../../src/schema/files/pdf.ts'),
        readFile(createRequire(import.meta.url).resolve(fontFile)),
      ]);
      const sizedColumns = columns.map((column, at) => ({ ...column, width: columnWidthCh(column.label, cells, at) }));
      const bytes = createPdf({ title, locale, columns: sizedColumns, rows: cells, originLines }, font);
      for (let from = 0; from < bytes.length; from += chunkBytes) await sendPart(bytes.slice(from, from + chunkBytes));
    },
  };
};

export const openWriter: { readonly [Format in ExportFormat]: OpenRowWriter } = {
  csv: openCsv,
  xlsx: fromCellWriter(openWorkbook),
  pdf: fromCellWriter(openPdf),
};

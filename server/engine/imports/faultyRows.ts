import { PassThrough, Readable } from 'node:stream';
import type { Locale } from '../../../src/contract/messages/index.ts';
import { csvHeaderLine, csvLine } from '../../../src/schema/files/csv.ts';
import type { FileCell } from '../../../src/schema/files/fileCell.ts';
import { isBlank } from '../../../src/schema/kinds/blank.ts';
import type { ExportCell } from '../../../src/schema/kinds/cell.ts';
import { formatMoment } from '../../../src/schema/kinds/format.ts';
import { fullLabels } from '../../../src/schema/texts.ts';
import type { Binary, Context } from '../../context.ts';
import { openWorkbook } from '../exports/service.ts';
import { type Import, type ImportKey, readChunks, readFaults } from './repository.ts';

const texts = {
  row: { ru: 'Строка', en: 'Row' },
  fault: { ru: 'Что не так', en: 'What is wrong' },
  file: { ru: 'Файл', en: 'File' },
  checked: { ru: 'Записано', en: 'Written' },
} as const;

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const toExportCell = (cell: FileCell | undefined): ExportCell =>
  isBlank(cell) ? { type: 'empty' } : { type: 'text', text: String(cell) };

/** Returns for each row of the file a text with its faults: `Телефон: …; VIN: …`. */
const faultTexts = async (
  { db, registry }: Context,
  importKey: ImportKey,
  { resource: name, row_count }: Import,
  locale: Locale,
) => {
  const labels = fullLabels(registry.resource(name), locale);
  const { rows } = await readFaults(db, importKey, { limit: 20 * row_count, offset: 0 });
  const textsByRow = new Map<number, string[]>();
  for (const { row_number, field, message } of rows)
    textsByRow.set(row_number, [
      ...(textsByRow.get(row_number) ?? []),
      field === '' ? message[locale] : `${labels[field] ?? field}: ${message[locale]}`,
    ]);
  return textsByRow;
};

/**
 * Returns the number of columns of the widest faulty row. So a row with too many values keeps all of them in the
 * written file.
 */
const widestRow = async (
  { db }: Context,
  importKey: ImportKey,
  textsByRow: ReadonlyMap<number, readonly string[]>,
  { headings }: Import,
): Promise<number> => {
  let width = headings.length;
  for await (const rows of readChunks(db, importKey))
    for (const { row, cells } of rows) if (textsByRow.has(row)) width = Math.max(width, cells.length);
  return width;
};

/** Faulty rows as they stand in the file, a chunk at a time, each preceded by its faults. */
async function* readFaultyCells(
  context: Context,
  importKey: ImportKey,
  textsByRow: ReadonlyMap<number, readonly string[]>,
  width: number,
) {
  for await (const rows of readChunks(context.db, importKey)) {
    const faulty = rows.filter(({ row }) => textsByRow.has(row));
    if (faulty.length === 0) continue;
    yield faulty.map(({ row, cells }): ExportCell[] => [
      { type: 'number', value: row, decimals: 0, text: String(row) },
      { type: 'text', text: (textsByRow.get(row) ?? []).join('; ') },
      ...Array.from({ length: width }, (_, at) => toExportCell(cells[at])),
    ]);
  }
}

/** Writes a file with the faulty rows, to be corrected and uploaded again. */
export const writeFaultyRows = async (
  context: Context,
  importKey: ImportKey,
  importRow: Import,
  { format, locale, zone }: { readonly format: 'csv' | 'xlsx'; readonly locale: Locale; readonly zone: string },
): Promise<Binary> => {
  const textsByRow = await faultTexts(context, importKey, importRow, locale);
  const width = await widestRow(context, importKey, textsByRow, importRow);
  const headings = Array.from({ length: width }, (_, at) => importRow.headings[at] ?? '');
  const labels = [texts.row[locale], texts.fault[locale], ...headings];
  const cells = readFaultyCells(context, importKey, textsByRow, width);
  const fileName = `${importRow.file_name.replace(/\.[^.]*$/, '')} - ${texts.fault[locale]}.${format}`;
  const fileHead = { contentType: contentTypes[format], fileName };
  if (format === 'csv') {
    async function* lines() {
      yield csvHeaderLine(labels, locale);
      for await (const rows of cells) yield rows.map(row => csvLine(row, locale)).join('');
    }
    return { ...fileHead, bytes: Readable.from(lines(), { objectMode: false }) };
  }
  const output = new PassThrough();
  const columns = labels.map(label => ({ label, align: 'start' as const }));
  const write = async (): Promise<void> => {
    const writer = openWorkbook({ title: texts.fault[locale], locale, columns }, [], async bytes => {
      if (!output.write(bytes)) await new Promise(drained => output.once('drain', drained));
    });
    for await (const rows of cells) await writer.add(rows);
    await writer.end([
      [texts.file[locale], importRow.file_name],
      [texts.checked[locale], formatMoment(context.now(), locale, zone)],
    ]);
    output.end();
  };
  write().catch((error: Error) => output.destroy(error));
  return { ...fileHead, bytes: output };
};

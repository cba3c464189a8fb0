import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { read } from 'xlsx';
import { openWriter } from '../../../../server/engine/exports/writers.ts';
import { readImport } from '../../../../server/engine/imports/thread.ts';
import { formatCsv } from '../../../../src/exporters/csv.ts';
import type { Sheet } from '../../../../src/exporters/sheet.ts';
import { write } from '../../../../src/exporters/xlsx.ts';
import { resources } from '../../../../src/resources/index.ts';
import { unescapeFormula } from '../../../../src/schema/files/csv.ts';
import { isStorable } from '../../../../src/schema/kinds/storable.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i));
const characters = [
  ...range(0, 0x1f),
  ...range(0x7f, 0x9f),
  '\u2028',
  '\u2029',
  '\ufeff',
  '\ufffe',
  '\uffff',
  '\ud800',
  '\udfff',
];
/** Every control character that the database may hold, alone, inside a text and at both of its ends. */
const texts = characters.filter(isStorable).flatMap(each => [`а${each}б`, `${each}в`, `г${each}`, `_x0007_${each}д`]);

const sheet: Sheet = {
  title: 'Клиенты',
  locale: 'ru',
  originLines: texts.map(text => ['Отбор', text]),
  columns: [
    { label: 'Фамилия', width: 10, align: 'start' },
    { label: 'Город', width: 10, align: 'start' },
  ],
  rows: texts.map((text, i) => [
    { type: 'text', text: `Строка ${i}` },
    { type: 'text', text },
  ]),
};

/** Returns a file as the server writes it. */
const writeOnServer = async (format: 'csv' | 'xlsx'): Promise<Uint8Array> => {
  const { fields } = resources.clients!;
  const parts: Uint8Array[] = [];
  const rows = texts.map((text, i) => ({ LastName: `Строка ${i}`, City: text }));
  const head = {
    title: 'Клиенты',
    locale: 'ru' as const,
    columns: (['LastName', 'City'] as const).map(name => ({
      name,
      field: fields[name]!,
      label: name,
      align: 'start' as const,
    })),
    displayContext: { locale: 'ru' as const, zone: 'UTC', titleOf: () => undefined },
  };
  const writer = openWriter[format](head as never, rows, async bytes => void parts.push(bytes));
  await writer.add(rows);
  await writer.end(sheet.originLines);
  const file = Buffer.concat(parts);
  return new Uint8Array(format === 'csv' ? gunzipSync(file) : file);
};

/** The server ends a line by a line feed. */
const linesAsStored = texts.map(text => text.replaceAll('\r', '\n'));

const columnInCsv = (csv: string): string[] =>
  (parse(csv, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][])
    .slice(1)
    .map(row => unescapeFormula(row[1]!));
/** Returns a column of a file as an import reads it. */
const columnInImport = async (bytes: Uint8Array): Promise<unknown[]> => {
  const result = await readImport({ bytes, limitMs: 60_000, choice: { known: [] } });
  if ('fault' in result) throw new Error(result.fault);
  return result.table.chunks.flatMap(chunk => JSON.parse(gunzipSync(chunk).toString())).map(({ cells }) => cells[1]);
};

/** Matches a character that XML 1.0 forbids, so that a spreadsheet would call the workbook broken. */
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const xmlFiles = (bytes: Uint8Array): string[] => {
  const { files } = read(bytes, { bookFiles: true }) as unknown as { files: Record<string, { content: Uint8Array }> };
  const paths = Object.keys(files).filter(path => path.endsWith('.xml'));
  return paths.map(path => new TextDecoder().decode(new Uint8Array(files[path]!.content)));
};

describe('a control character in a text', () => {
  it('is in the workbook of the browser and in that of the server', async () => {
    expect(await columnInImport(await write(sheet))).toEqual(texts);
    expect(await columnInImport(await writeOnServer('xlsx'))).toEqual(linesAsStored);
  });

  it('breaks no XML of a workbook', async () => {
    for (const bytes of [await write(sheet), await writeOnServer('xlsx')])
      for (const xml of xmlFiles(bytes)) expect(notInXml.exec(xml)).toBeNull();
  });

  it('is in the CSV file of the browser and in that of the server', async () => {
    expect(columnInCsv(formatCsv(sheet))).toEqual(texts);
    expect(columnInCsv(Buffer.from(await writeOnServer('csv')).toString())).toEqual(linesAsStored);
  });
});

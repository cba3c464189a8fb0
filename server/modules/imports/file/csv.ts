import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import {
  FileRefused,
  type FileTable,
  type ReadingChoice,
  type RequireTime,
  rowLettersMax,
  TableMaker,
} from './table.ts';

const separators = [';', ',', '\t'] as const;
/** What no text has: the file is something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;
const pieceLength = 64 * 1024;

/** The text of a file in UTF-8, UTF-16 with its mark, or else in the code page that Russian Excel writes. */
export const textOfFile = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8.
    return new TextDecoder('windows-1251').decode(bytes);
  }
};

/** The separator that its first line has most of, quoted texts aside. */
const separatorOf = (text: string): string => {
  const bare = text.slice(0, pieceLength).replace(/"[^"]*"/g, '');
  const line = /[^\r\n]+/.exec(bare)?.[0] ?? '';
  const counts = separators.map(separator => line.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ';';
};

function* pieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += pieceLength) yield text.slice(from, from + pieceLength);
}

/** Rows of a CSV file. */
export const readCsv = async (
  bytes: Uint8Array,
  requireTime: RequireTime,
  choice: ReadingChoice,
): Promise<FileTable> => {
  const whole = textOfFile(bytes);
  // No column of the database takes a NUL, wherever in the file it stands.
  if (binary.test(whole.slice(0, pieceLength)) || whole.includes('\0')) throw new FileRefused('NOT_A_TABLE');
  // Excel's own way to say which separator it is.
  const [said = '', named] = /^sep=(.)\r?\n/i.exec(whole) ?? [];
  const text = whole.slice(said.length);
  const records = Readable.from(pieces(text)).pipe(
    parse({
      delimiter: named ?? separatorOf(text),
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: rowLettersMax,
    }),
  );
  const table = new TableMaker({ ...choice, isWidthFixed: true });
  let row = said ? 1 : 0;
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      requireTime();
      row += 1;
      table.add(row, cells);
    }
  } catch (error) {
    if ((error as Partial<CsvError>).code?.startsWith('CSV_')) throw new FileRefused('TABLE_BROKEN');
    throw error;
  }
  return table.end({ Encoding: 'utf-8' });
};

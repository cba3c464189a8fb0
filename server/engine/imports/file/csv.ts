import type { ImportEncoding } from '../../../../src/contract/shapes/imports.ts';
import { encodingLabels } from '../../../../src/schema/files/encodings.ts';
import { type CsvRow, csvRows } from './csvRows.ts';
import { decodeText, type OtherStretch } from './encoding.ts';
import { makeColumnSplitter } from './oneColumn.ts';
import { detectSeparation, sampleLength } from './separator.ts';
import {
  FileRefused,
  type FileTable,
  type ReadingChoice,
  type ReadingFault,
  type RequireTime,
  rowLettersMax,
  sheetRowsMax,
  TableBuilder,
} from './table.ts';

/** Control characters that no text file has. The end mark of DOS (0x1A) is allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
const binaryCharacters = /[\u0001-\u0008\u000e-\u0019\u001c-\u001f]/;

const dosEnd = '\u001a';
const isFiller = (letter: string): boolean => letter === dosEnd || letter === '\0' || letter.trim() === '';

/**
 * Returns the text without the end mark of DOS and the characters that fill the last block around it.
 * A loop is used, because a regular expression would start again at each of the filling characters.
 */
const withoutEndMark = (text: string): string => {
  let tail = text.length;
  while (tail > 0 && isFiller(text.charAt(tail - 1))) tail -= 1;
  let end = text.indexOf(dosEnd, tail);
  if (end < 0) return text;
  while (end > tail && text.charAt(end - 1) === '\0') end -= 1;
  return text.slice(0, end);
};
/** First row `sep=;`, with which Excel declares the separator of a file. */
const separatorDeclaration = /^\ufeff?[ \t]*"?sep=(.)"?[;,|\t ]*(?:\r\n|\n|\r)/i;

/** Beginning of web pages and XML. Some programs save such a file under a name that ends in .xls. */
const markupStart = /^\s*<(?:!doctype|!--|\?xml|html|head|meta|style|body|div|table|(?:ss:)?workbook)[\s>/?:]/i;
const firstTag = /^\s*<\p{L}/u;
const lastTag = /(?:<\/[^<>]+|\/)>\s*$/;

/** Number of characters at the end of a text that are searched for the last tag or bracket. */
const endLength = 1000;

/**
 * Whether the text is a web page or XML, by its first and last tag. Also true for a web archive, which begins with the
 * headers of an e-mail.
 */
const isMarkup = (text: string): boolean => {
  const beginning = text.slice(0, sampleLength);
  if (markupStart.test(beginning) || (firstTag.test(beginning) && lastTag.test(text.slice(-endLength)))) return true;
  const [headings = ''] = beginning.split(/\r?\n\r?\n/, 1);
  return /^[\w-]+:/.test(beginning) && /^mime-version:/im.test(headings);
};

/** Beginning of a SYLK or DIF file. Spreadsheet programs exchanged these formats before XLSX. */
const oldExchangeFormats = /^(?:ID;P|TABLE\r?\n0,1\r?\n)/;

/** Whether the text begins and ends as JSON does. Parsing would cost a gigabyte for a file of brackets alone. */
const isJson = (text: string): boolean =>
  /^\s*(?:\{\s*["}]|\[\s*[[{\]])/.test(text.slice(0, sampleLength)) && /[}\]]\s*$/.test(text.slice(-endLength));

/** Whether the values of the first line stand in apostrophes. */
const isInApostrophes = (text: string, separator: string): boolean => {
  const line = /[^\r\n]+/.exec(text.slice(0, sampleLength))?.[0] ?? '';
  const values = line.split(separator).map(value => value.trim());
  return values.length > 1 && values.every(value => /^'[^']*'$/.test(value));
};

const otherEncodingFault = (encoding: ImportEncoding): ReadingFault => ({
  message: 'otherEncoding',
  values: { encoding: encodingLabels[encoding] },
  grave: false,
});
const damagedLetterFaults = ({ cells }: CsvRow): readonly ReadingFault[] =>
  cells.flatMap((cell, column) => (cell.includes('\ufffd') ? [{ column, message: 'damagedLetter', grave: true }] : []));

/**
 * Returns a function that tells which other encodings a row contains.
 * The rows given to it, and `otherStretches`, must be in the order of the text.
 */
const makeEncodingFinder = (otherStretches: readonly OtherStretch[]) => {
  let next = 0;
  return ({ from, to }: CsvRow): readonly ImportEncoding[] => {
    while (next < otherStretches.length && (otherStretches[next]?.to ?? 0) <= from) next += 1;
    const encodings = new Set<ImportEncoding>();
    for (let at = next; at < otherStretches.length && (otherStretches[at]?.from ?? to) < to; at += 1)
      encodings.add((otherStretches[at] as OtherStretch).encoding);
    return [...encodings];
  };
};

/** HTML character reference without its semicolon at the end of a value, such as `&quot`. */
const characterReference = /&(?:amp|lt|gt|quot|apos|nbsp|laquo|raquo|#\d{1,6}|#x[\da-f]{1,6})$/i;

/** Returns the fault of a row in which the semicolon of an HTML character reference was taken for a separator. */
const splitReferenceFaults = (cells: readonly string[], separator: string): readonly ReadingFault[] => {
  const split = separator === ';' ? cells.slice(0, -1).find(cell => characterReference.test(cell)) : undefined;
  const [code] = characterReference.exec(split ?? '') ?? [];
  return code === undefined ? [] : [{ message: 'splitSignCode', values: { code: `${code};` }, grave: true }];
};

export const readCsv = async (
  bytes: Uint8Array,
  requireTime: RequireTime,
  choice: ReadingChoice,
): Promise<FileTable> => {
  const { text: fileText, encoding, otherStretches, isUnsure } = decodeText(bytes, requireTime, choice.encoding);
  const text = withoutEndMark(fileText);
  if (binaryCharacters.test(text.slice(0, sampleLength))) throw new FileRefused('NOT_A_TABLE');
  if (isMarkup(text)) throw new FileRefused('TABLE_IS_MARKUP');
  if (text.startsWith('{\\rtf') || oldExchangeFormats.test(text) || isJson(text)) throw new FileRefused('NOT_A_TABLE');
  // No column of the database accepts a NUL. NULs in a text file show that it was not written to its end.
  if (text.includes('\0')) throw new FileRefused('TEXT_FILE_HAS_NULS');
  const [declarationRow, declaredSeparator] = separatorDeclaration.exec(text) ?? [];
  const { separator, usualCount } = detectSeparation(
    text.slice(declarationRow?.length ?? 0),
    choice,
    declaredSeparator,
  );
  const quote = isInApostrophes(text.slice(declarationRow?.length ?? 0), separator) ? "'" : '"';
  const table = new TableBuilder({ ...choice, isWidthFixed: true });
  const columnSplitter = makeColumnSplitter(choice, (at, cells, faults) => table.add(at, cells, faults));
  const encodingsOf = makeEncodingFinder(otherStretches);
  const rowsByOtherEncoding = new Map<ImportEncoding, number>();
  let row = 0;
  for (const csvRow of csvRows(text, separator, usualCount, quote)) {
    requireTime();
    row += 1;
    if (row > sheetRowsMax) throw new FileRefused('TABLE_TOO_LARGE');
    // The first row may declare the separator (`sep=;`). It counts as a row of the file, but has no data.
    if (row === 1 && declarationRow !== undefined) continue;
    if (csvRow.isUnclear && csvRow.to - csvRow.from > rowLettersMax) throw new FileRefused('TABLE_BROKEN');
    const encodings = encodingsOf(csvRow);
    for (const other of encodings) rowsByOtherEncoding.set(other, (rowsByOtherEncoding.get(other) ?? 0) + 1);
    columnSplitter.add(row, csvRow.cells, [
      ...(csvRow.isUnclear ? [{ message: 'unclosedQuote', grave: true } as const] : []),
      ...splitReferenceFaults(csvRow.cells, separator),
      ...encodings.map(otherEncodingFault),
      ...damagedLetterFaults(csvRow),
    ]);
  }
  columnSplitter.end();
  const OtherEncodings = [...rowsByOtherEncoding].map(([Encoding, Rows]) => ({ Encoding, Rows }));
  return table.end({ Encoding: encoding, OtherEncodings, ...(isUnsure && { IsEncodingUnsure: true }) });
};

import { FileRefused } from './table.ts';

/** A row of a text file. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** A quote is not closed, or text follows a closing quote, so the limits of the values are unclear. */
  readonly isUnclear: boolean;
  /** Positions of the row's first letter and of the next row's. */
  readonly from: number;
  readonly to: number;
}

/** Maximum number of values in a row, empty ones included. More are an attack on the memory. */
const cellsMax = 10_000;
/** A longer quoted value counts as a quote that is not closed. Twice the limit of a spreadsheet cell. */
const quotedMax = 65_536;
/**
 * Minimum number of separators per row for detecting rows in quoted values. A line of a note may contain fewer by
 * chance.
 */
const separatorsMin = 2;
const commasMin = 4;

/** Counts without splitting, because a file of 40 MB of quotes would become a list of 40 million texts. */
const countOf = (text: string, sign: string): number => {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) count += 1;
  return count;
};
const lineEnd = /\r\n|\n|\r/;

/** Byte order marks of joined files, and the end mark of DOS, around a value. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the end mark is one of them
const marks = /^[\ufeff\u001a]+|\u001a+$/g;
/** `="0012"`, which makes Excel keep a number as text. */
const textFormula = /^="((?:[^"]|"")*)"$/;
const plainValue = (text: string): string =>
  text.replace(marks, '').replace(textFormula, (_, inner: string) => inner.replaceAll('""', '"'));

/**
 * Rows of a text, by RFC 4180 and by common practice. CRLF, LF and CR end a row, also mixed. Blanks may surround
 * quotes. A quote within a value is a letter.
 * A quote that is not closed ends with its line, so it damages one row and not the rows below (csv-parse would join
 * them into one value).
 * `usual`: number of separators in most lines. `quote`: the sign around values.
 */
export function* csvRows(text: string, separator: string, usual = 0, quote = '"'): Generator<CsvRow> {
  const code = separator.charCodeAt(0);
  const quoteCode = quote.charCodeAt(0);
  const isEnd = (at: number): boolean => {
    const next = text.charCodeAt(at);
    return at >= text.length || next === code || next === 10 || next === 13;
  };
  const skipBlanks = (from: number): number => {
    let at = from;
    while (at < text.length && !isEnd(at) && /[ \t\u00a0\ufeff]/.test(text.charAt(at))) at += 1;
    return at;
  };
  const endOfLine = (from: number): number => {
    let at = from;
    while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at += 1;
    return at;
  };
  /** Whether lines within a quoted value look like rows of their own. */
  const hasRows = (rowFrom: number, end: number): boolean => {
    if (usual < separatorsMin) return false;
    const counts = text
      .slice(rowFrom, endOfLine(end))
      .split(lineEnd)
      .map(line => countOf(line, separator));
    const inner = counts.slice(1, -1);
    const isSure = separator !== ',' || usual >= commasMin;
    return (isSure && inner.includes(usual)) || (counts[0] === usual && counts[counts.length - 1] === usual);
  };
  /** The quoted value that begins here. Undefined: no quoted value ends here properly. */
  const quoted = (from: number, rowFrom: number) => {
    let [value, at] = ['', from + 1];
    for (;;) {
      const found = text.indexOf(quote, at);
      if (found < 0 || found - from > quotedMax) return undefined;
      value += text.slice(at, found);
      if (text.charCodeAt(found + 1) === quoteCode) {
        value += quote;
        at = found + 2;
        continue;
      }
      const end = skipBlanks(found + 1);
      if (!isEnd(end) && text.charAt(end) !== '\u001a') return undefined;
      if (lineEnd.test(value) && hasRows(rowFrom, end)) return undefined;
      return { value, end: text.charAt(end) === '\u001a' ? endOfLine(end) : end };
    }
  };
  let at = 0;
  while (at < text.length) {
    const from = at;
    const cells: string[] = [];
    let [isUnclear, oddQuotes] = [false, 0];
    for (;;) {
      const start = skipBlanks(at);
      const found = text.charCodeAt(start) === quoteCode ? quoted(start, from) : undefined;
      if (found) {
        cells.push(plainValue(found.value));
        at = found.end;
      } else {
        let end = at;
        while (!isEnd(end)) end += 1;
        const value = text.slice(at, end);
        cells.push(plainValue(value));
        at = end;
        if (countOf(value, quote) % 2 === 1) {
          oddQuotes += 1;
          isUnclear ||= text.charCodeAt(start) === quoteCode;
        }
      }
      if (cells.length > cellsMax) throw new FileRefused('TABLE_TOO_LARGE');
      if (text.charCodeAt(at) !== code || at >= text.length) break;
      at += 1;
    }
    if (text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10) at += 2;
    else if (at < text.length) at += 1;
    // Values with an opening quote and a later closing quote were one value.
    yield { cells, isUnclear: isUnclear || oddQuotes > 1, from, to: at };
  }
}

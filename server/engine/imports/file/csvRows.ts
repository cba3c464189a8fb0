import { FileRefused, rowLettersMax } from './table.ts';

export interface CsvRow {
  readonly cells: readonly string[];
  /** True: a quote is not closed, or text follows a closing quote. Then it is unclear where each value ends. */
  readonly isUnclear: boolean;
  /** Positions in the text of the first character of this row and of the next row. */
  readonly from: number;
  readonly to: number;
}

/** Maximum number of values in a row, empty ones included. More values would fill the memory. */
const cellsMax = 10_000;
/**
 * Maximum length of a quoted value, twice the limit of a spreadsheet cell. A longer value counts as a quote that is not
 * closed.
 */
const quotedValueMax = 65_536;
/**
 * Minimum number of separators per line from which a line within a quoted value looks like a row. A line of a note may
 * contain fewer by chance.
 */
const separatorsMin = 2;
const commasMin = 4;

/** Counts a character without splitting the text. A file of 40 MB of quotes would become a list of 40 million texts. */
const countOccurrences = (text: string, sign: string): number => {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) count += 1;
  return count;
};
const lineEnd = /\r\n|\n|\r/;

const byteOrderMark = 0xfeff;
const dosEnd = 0x1a;
/**
 * Returns the value without end marks of DOS around it, and without byte order marks before it. Files that were joined
 * have such marks inside.
 * A loop is used, because a regular expression would start again at each mark.
 */
const withoutMarks = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && (text.charCodeAt(from) === byteOrderMark || text.charCodeAt(from) === dosEnd)) from += 1;
  while (to > from && text.charCodeAt(to - 1) === dosEnd) to -= 1;
  return text.slice(from, to);
};
/**
 * Returns the text in `="0012"`, a form that makes Excel keep a number as text.
 * No regular expression is used, because it would overflow the stack for a long value.
 */
const withoutFormula = (text: string): string => {
  if (text.length < 3 || !text.startsWith('="') || !text.endsWith('"')) return text;
  const parts = text.slice(2, -1).split('""');
  return parts.some(part => part.includes('"')) ? text : parts.join('"');
};
const plainValue = (text: string): string => withoutFormula(withoutMarks(text));

/** Maximum number of characters of a row, quotes included. */
const rowTextMax = 3 * rowLettersMax;

/** Lines of the row that is being read. Only a quoted value has several lines. */
interface RowLines {
  /** Position in the text of the first line that is not checked yet. */
  from: number;
  /** Number of separators in the first line of the row. Undefined: no other line of the row has been read yet. */
  firstCount: number | undefined;
}

const makeCsvScanner = (text: string, separator: string) => {
  const separatorCode = separator.charCodeAt(0);
  const isValueEnd = (at: number): boolean => {
    const next = text.charCodeAt(at);
    return at >= text.length || next === separatorCode || next === 10 || next === 13;
  };
  const skipBlanks = (from: number): number => {
    let at = from;
    while (at < text.length && !isValueEnd(at) && /[ \t\u00a0\ufeff]/.test(text.charAt(at))) at += 1;
    return at;
  };
  const endOfLine = (from: number): number => {
    let at = from;
    while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at += 1;
    return at;
  };
  return { isValueEnd, skipBlanks, endOfLine };
};

interface CsvFormat {
  readonly separator: string;
  readonly usualCount: number;
  /** Character around values. */
  readonly quote: string;
}

const makeQuoteReader = (
  text: string,
  { isValueEnd, skipBlanks, endOfLine }: ReturnType<typeof makeCsvScanner>,
  { separator, usualCount, quote }: CsvFormat,
) => {
  const quoteCode = quote.charCodeAt(0);
  /**
   * Whether lines within a quoted value look like rows of their own. Then a closing quote is missing. Each line is
   * counted only once, because a row may have thousands of quoted values.
   */
  const looksLikeRows = (row: RowLines, end: number): boolean => {
    if (usualCount < separatorsMin) return false;
    const counts = text
      .slice(row.from, endOfLine(end))
      .split(lineEnd)
      .map(line => countOccurrences(line, separator));
    // The value begins in the first of these lines, which may be the last line of another value: the headings
    // "№\nп/п" and "Дата\nокончания" in the first and the last column have all separators of the row between them.
    const innerCounts = counts.slice(1, -1);
    const endsAsRow = counts[counts.length - 1] === usualCount;
    const firstLineCount = row.firstCount ?? counts[0];
    const isReliable = separator !== ',' || usualCount >= commasMin;
    if (
      (isReliable && (innerCounts.includes(usualCount) || (counts[0] === usualCount && endsAsRow))) ||
      (firstLineCount === usualCount && endsAsRow)
    )
      return true;
    row.firstCount = firstLineCount;
    row.from = end;
    while (text.charCodeAt(row.from - 1) !== 10 && text.charCodeAt(row.from - 1) !== 13) row.from -= 1;
    return false;
  };
  /**
   * Reads the quoted value that begins at `from`. Undefined: the quote is not closed, or text follows the closing
   * quote.
   */
  return (from: number, row: RowLines) => {
    let [value, at] = ['', from + 1];
    for (;;) {
      const quoteAt = text.indexOf(quote, at);
      if (quoteAt < 0 || quoteAt - from > quotedValueMax) return undefined;
      value += text.slice(at, quoteAt);
      if (text.charCodeAt(quoteAt + 1) === quoteCode) {
        value += quote;
        at = quoteAt + 2;
        continue;
      }
      const end = skipBlanks(quoteAt + 1);
      if (!isValueEnd(end) && text.charAt(end) !== '\u001a') return undefined;
      if (lineEnd.test(value) && looksLikeRows(row, end)) return undefined;
      return { value, end: text.charAt(end) === '\u001a' ? endOfLine(end) : end };
    }
  };
};

/**
 * Yields the rows of a CSV text, by RFC 4180 and by common practice. CRLF, LF and CR end a row, also mixed. Blanks may
 * surround quotes. A quote within a value is an ordinary character.
 * If a quote is not closed, its value ends with the line. So one row is damaged and not the rows below (csv-parse would
 * join them into one value).
 * `usualCount`: number of separators in most lines. `quote`: the character around values.
 */
export function* csvRows(text: string, separator: string, usualCount = 0, quote = '"'): Generator<CsvRow> {
  const separatorCode = separator.charCodeAt(0);
  const quoteCode = quote.charCodeAt(0);
  const scanner = makeCsvScanner(text, separator);
  const { isValueEnd, skipBlanks } = scanner;
  const readQuoted = makeQuoteReader(text, scanner, { separator, usualCount, quote });
  let at = 0;
  while (at < text.length) {
    const from = at;
    const cells: string[] = [];
    const lines: RowLines = { from, firstCount: undefined };
    let [isUnclear, oddQuotes] = [false, 0];
    for (;;) {
      const start = skipBlanks(at);
      const quotedValue = text.charCodeAt(start) === quoteCode ? readQuoted(start, lines) : undefined;
      if (quotedValue) {
        cells.push(plainValue(quotedValue.value));
        at = quotedValue.end;
      } else {
        let end = at;
        while (!isValueEnd(end)) end += 1;
        const value = text.slice(at, end);
        cells.push(plainValue(value));
        at = end;
        if (countOccurrences(value, quote) % 2 === 1) {
          oddQuotes += 1;
          isUnclear ||= text.charCodeAt(start) === quoteCode;
        }
      }
      if (cells.length > cellsMax || at - from > rowTextMax) throw new FileRefused('TABLE_TOO_LARGE');
      if (text.charCodeAt(at) !== separatorCode || at >= text.length) break;
      at += 1;
    }
    if (text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10) at += 2;
    else if (at < text.length) at += 1;
    // Two values with an odd number of quotes were one quoted value with a separator in it. So it is unclear where each
    // value ends.
    yield { cells, isUnclear: isUnclear || oddQuotes > 1, from, to: at };
  }
}

import type { Locale } from '../../contract/messages/index.ts';
import type { ExportCell } from '../kinds/cell.ts';

/**
 * Matches a text that spreadsheets run as a formula because of its first character (OWASP, CSV injection). Apostrophes
 * before that character match too, so that a text which looks escaped is escaped again and is imported unchanged.
 */
const formulaStart = /^'*[=+\-@\t\r\n]/;

/**
 * Matches a phone number with its country code, which is harmless although it begins with a plus. A number with hyphens
 * must also have a space or a parenthesis between digits, because a spreadsheet would calculate `+7-916-123-45-67`.
 */
const phonePattern = /^(?=\+(?:\D*\d){10,15}$)\+(?=\d)(?:[\d ()]+|[\d ()-]*(?:\d \d|\d ?\(\d)[\d ()-]*)$/;

/**
 * Matches a number, also after apostrophes, which people type so that a spreadsheet keeps the leading zeros: `'007`. Two
 * digits alone do not match, because `'90` may be a year in a name.
 */
const apostropheNumber = /^'*\d[\d ().-]{2,}$/;

/**
 * Returns a text that spreadsheets do not run as a formula. An apostrophe at the start tells a spreadsheet that the
 * cell is text. A text with an apostrophe that an import would remove gets another one.
 */
export const escapeFormula = (text: string): string =>
  (formulaStart.test(text) && !phonePattern.test(text)) || (text.startsWith("'") && apostropheNumber.test(text))
    ? `'${text}`
    : text;

/**
 * Removes the apostrophe that `escapeFormula` added or that a person typed before a number. An exported text is
 * therefore imported unchanged.
 */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && (formulaStart.test(text.slice(1)) || apostropheNumber.test(text.slice(1)))
    ? text.slice(1)
    : text;

/** List separator and decimal mark of CSV files by language, because Excel expects those of its own language. */
const csvDialects = {
  ru: { separator: ';', decimal: ',', special: /["\r\n;]/ },
  en: { separator: ',', decimal: '.', special: /["\r\n,]/ },
} as const;

/** Byte order mark. At the start of a file, it tells Excel that the text is UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Returns a number as text for a CSV cell, rounded as on the screen. Digits are not grouped, because a spreadsheet does
 * not read grouped digits as a number.
 */
export const csvNumber = (value: number, decimals: number, locale: Locale): string =>
  String(Number(value.toFixed(decimals))).replace('.', csvDialects[locale].decimal);

export const csvCellText = (cell: ExportCell, locale: Locale): string => {
  if (cell.type === 'empty') return '';
  return cell.type === 'number' ? csvNumber(cell.value, cell.decimals, locale) : escapeFormula(cell.text);
};

/** Returns one CSV line with its line end. `textOf` returns the text of each of the items. */
export const csvLineOf = <T>(items: readonly T[], textOf: (item: T) => string, locale: Locale): string => {
  const { separator, special } = csvDialects[locale];
  let line = '';
  for (let index = 0; index < items.length; index++) {
    if (index > 0) line += separator;
    const text = textOf(items[index] as T);
    line += special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }
  return `${line}\r\n`;
};

/** Returns one CSV line with its line end, from cells of an export. */
export const csvLine = (cells: readonly ExportCell[], locale: Locale): string =>
  csvLineOf(cells, cell => csvCellText(cell, locale), locale);

export const csvHeaderLine = (labels: readonly string[], locale: Locale): string =>
  byteOrderMark +
  csvLine(
    labels.map(text => ({ type: 'text', text })),
    locale,
  );

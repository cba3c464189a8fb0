import type { Locale } from '../contract/messages/index.ts';
import type { ExportCell } from './cell.ts';

/** Spreadsheets run a text that begins so as a formula (OWASP, CSV injection). */
const startsFormula = /^[=+\-@\t\r\n]/;

/** A text that stays a text: the apostrophe is what spreadsheets themselves put before one. */
export const guarded = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

/** The text behind it: what was exported comes back as it was. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && startsFormula.test(text.slice(1)) ? text.slice(1) : text;

/** Excel takes the list separator and the decimal mark of the language it runs in. */
const dialects = {
  ru: { separator: ';', decimal: ',', special: /["\r\n;]/ },
  en: { separator: ',', decimal: '.', special: /["\r\n,]/ },
} as const;

/** The mark by which Excel knows UTF-8. */
export const csvMark = '\uFEFF';

/** One line of cells, its end included. */
export const csvLine = (cells: readonly ExportCell[], locale: Locale): string => {
  const { separator, decimal, special } = dialects[locale];
  let line = '';
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] as ExportCell;
    if (at > 0) line += separator;
    if (cell.type === 'empty') continue;
    // Not the text on the screen: grouped digits would not be read as a number.
    const text = cell.type === 'number' ? String(cell.value).replace('.', decimal) : guarded(cell.text);
    line += special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }
  return `${line}\r\n`;
};

export const csvHead = (labels: readonly string[], locale: Locale): string =>
  csvMark +
  csvLine(
    labels.map(text => ({ type: 'text', text })),
    locale,
  );

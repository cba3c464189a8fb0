import type { Locale } from '../contract/messages/index.ts';
import type { ExportCell } from './cell.ts';

/** Spreadsheets run a text that begins so as a formula (OWASP, CSV injection). */
const startsFormula = /^[=+\-@\t\r\n]/;

/** A phone with its country. With hyphens it needs numbers that no sign joins, because `+7-916-123-45-67` is arithmetic. */
const phone = /^(?=\+(?:\D*\d){10,15}$)\+(?=\d)(?:[\d ()]+|[\d ()-]*(?:\d \d|\d ?\(\d)[\d ()-]*)$/;

/** A text that stays a text: the apostrophe is what spreadsheets themselves put before one. */
export const guarded = (text: string): string => (startsFormula.test(text) && !phone.test(text) ? `'${text}` : text);

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

/** Not the text on the screen: grouped digits would not be read as a number. */
export const csvNumber = (value: number, locale: Locale): string =>
  String(value).replace('.', dialects[locale].decimal);

export const csvText = (cell: ExportCell, locale: Locale): string => {
  if (cell.type === 'empty') return '';
  return cell.type === 'number' ? csvNumber(cell.value, locale) : guarded(cell.text);
};

/** One line of texts, its end included; each is what `textOf` says of one of them. */
export const csvLineOf = <T>(items: readonly T[], textOf: (item: T) => string, locale: Locale): string => {
  const { separator, special } = dialects[locale];
  let line = '';
  for (let at = 0; at < items.length; at++) {
    if (at > 0) line += separator;
    const text = textOf(items[at] as T);
    line += special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }
  return `${line}\r\n`;
};

/** One line of cells, its end included. */
export const csvLine = (cells: readonly ExportCell[], locale: Locale): string =>
  csvLineOf(cells, cell => csvText(cell, locale), locale);

export const csvHead = (labels: readonly string[], locale: Locale): string =>
  csvMark +
  csvLine(
    labels.map(text => ({ type: 'text', text })),
    locale,
  );

import type { ExportCell } from '../kinds/cell.ts';
import type { Sheet } from './sheet.ts';

/** Spreadsheets run a text that begins so as a formula (OWASP, CSV injection). */
const startsFormula = /^[=+\-@\t\r\n]/;

/** A text that stays a text: the apostrophe is what spreadsheets themselves put before one. */
export const guarded = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

/** Excel takes the list separator and the decimal mark of the language it runs in. */
const dialects = { ru: { separator: ';', decimal: ',' }, en: { separator: ',', decimal: '.' } } as const;

const plain = (cell: ExportCell, decimal: string): string => {
  switch (cell.type) {
    case 'empty':
      return '';
    case 'number':
      // Not the text on the screen: grouped digits would not be read as a number.
      return String(cell.value).replace('.', decimal);
    default:
      return guarded(cell.text);
  }
};

export const csvOf = ({ locale, columns, rows }: Pick<Sheet, 'locale' | 'columns' | 'rows'>): string => {
  const { separator, decimal } = dialects[locale];
  const quoted = (text: string) =>
    /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  const line = (texts: readonly string[]) => texts.map(quoted).join(separator);
  const lines = [
    line(columns.map(({ label }) => guarded(label))),
    ...rows.map(row => line(row.map(cell => plain(cell, decimal)))),
  ];
  // The mark by which Excel knows UTF-8.
  return `\uFEFF${lines.join('\r\n')}\r\n`;
};

export const write = async (sheet: Sheet): Promise<Uint8Array> => new TextEncoder().encode(csvOf(sheet));

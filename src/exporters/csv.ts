import type { ExportCell } from '../kinds/cell.ts';
import type { Sheet } from './sheet.ts';

/** Spreadsheets run a text with this start as a formula (OWASP, CSV injection). */
const startsFormula = /^[=+\-@\t\r\n]/;

/** Escapes formulas with an apostrophe, as spreadsheets themselves do. */
export const guarded = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

/** Excel expects the list separator and decimal mark of its language. */
const dialects = { ru: { separator: ';', decimal: ',' }, en: { separator: ',', decimal: '.' } } as const;

const plain = (cell: ExportCell, decimal: string): string => {
  switch (cell.type) {
    case 'empty':
      return '';
    case 'number':
      // Not the displayed text: grouped digits would not be read as a number.
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
  // Byte order mark, by which Excel recognises UTF-8.
  return `\uFEFF${lines.join('\r\n')}\r\n`;
};

export const write = async (sheet: Sheet): Promise<Uint8Array> => new TextEncoder().encode(csvOf(sheet));

import { csvHeaderLine, csvLine } from '../schema/files/csv.ts';
import type { Sheet } from '../schema/files/sheet.ts';

export const formatCsv = ({ locale, columns, rows }: Pick<Sheet, 'locale' | 'columns' | 'rows'>): string =>
  [
    csvHeaderLine(
      columns.map(({ label }) => label),
      locale,
    ),
    ...rows.map(row => csvLine(row, locale)),
  ].join('');

export const write = async (sheet: Sheet): Promise<Uint8Array> => new TextEncoder().encode(formatCsv(sheet));

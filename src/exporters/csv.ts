import { csvHead, csvLine } from '../schema/files/csv.ts';
import type { Sheet } from '../schema/files/sheet.ts';

export const csvOf = ({ locale, columns, rows }: Pick<Sheet, 'locale' | 'columns' | 'rows'>): string =>
  [
    csvHead(
      columns.map(({ label }) => label),
      locale,
    ),
    ...rows.map(row => csvLine(row, locale)),
  ].join('');

export const write = async (sheet: Sheet): Promise<Uint8Array> => new TextEncoder().encode(csvOf(sheet));

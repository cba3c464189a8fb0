import type { Locale } from '../../contract/messages/index.ts';
import type { ExportCell } from '../kinds/cell.ts';
import { cutText } from '../kinds/graphemes.ts';

export interface SheetColumn {
  readonly label: string;
  /** Width in characters of the longest value or the label, limited by `maxColumnWidthCh`. */
  readonly width: number;
  readonly align: 'start' | 'end';
}

/** Lines in a file about its origin: a label and a text each. */
export type OriginLines = readonly (readonly [label: string, text: string])[];

/** A list as shown on screen, ready to be written. It is plain data, so that it can be sent to a worker. */
export interface Sheet {
  readonly title: string;
  readonly locale: Locale;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly ExportCell[])[];
  readonly originLines: OriginLines;
}

/** Maximum initial width of a column, characters. Longer texts wrap. */
const maxColumnWidthCh = 40;
const textLength = (cell: ExportCell | undefined): number => (cell && 'text' in cell ? cell.text.length : 0);

export const columnWidthCh = (label: string, rows: readonly (readonly ExportCell[])[], column: number): number =>
  Math.min(
    maxColumnWidthCh,
    rows.reduce((longest, row) => Math.max(longest, textLength(row[column])), label.length),
  );

/** Names of worksheets must not contain these characters, and have at most 31 characters. */
export const sheetName = (title: string): string =>
  cutText(title.replace(/[\\/?*[\]:]+ ?/g, ' ').trim(), 31) || 'Sheet1';

export const originSheetTitle: { readonly [L in Locale]: string } = { ru: 'О выгрузке', en: 'About' };
